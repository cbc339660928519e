/*
 * Keeps the last phone page and its styles on the phone, where the site has HTTPS (phone.js registers it for /o/).
 * The network comes first, always; what was kept is shown only when nothing is heard for four seconds. A page that
 * comes from here says when it was kept (<html data-stored-ms>), so that live.js can say how old it is.
 * Live streams, posts and pages of the desk never pass through it.
 */
"use strict";
const KEPT = "tapete-1";
const PATIENCE_MS = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(forget().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname.startsWith("/o/")) event.respondWith(networkFirst(request, dated));
  else if (pathname.startsWith("/static/")) event.respondWith(networkFirst(request, (answer) => answer));
});

async function forget() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
}

async function networkFirst(request, keep) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok) await kept.put(request, await keep(answer.clone()));
    return answer;
  } catch (error) {
    const last = await kept.match(request, { ignoreVary: true });
    if (!last) throw error;
    return last;
  }
}

async function dated(answer) {
  const html = (await answer.text()).replace("<html ", `<html data-stored-ms="${Date.now()}" `);
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response(html, { headers });
}
