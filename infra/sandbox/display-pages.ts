import { escapeHtml, json, page, readBody, redirect, script } from './http.ts';
import type { Route } from './index.ts';
import type { SandboxDevice, SignageStore } from './signage-store.ts';

/* The sandbox's displays: pages that do what a signage player does, so that a person can watch one change. */

/** How often a display asks what it should show: one that is told of pushes, and one that is not; ms. */
const toldMs = 2_000;
const pollMs = 400;

const style = `
:root{color-scheme:dark;font-family:Inter,system-ui,sans-serif}
*{box-sizing:border-box}
html,body{margin:0;height:100%;background:#0b1220;color:#e8ecf4}
#stage,iframe,#idle{position:fixed;inset:0;width:100%;height:100%;border:0}
iframe{opacity:0;transition:opacity .3s ease-out;background:#000}
iframe.on{opacity:1}
#idle{display:grid;place-content:center;gap:.6rem;text-align:center;padding:2rem;
background:radial-gradient(120% 120% at 50% 0,#1a2740,#0b1220 70%)}
#idle h1{font-size:clamp(1.6rem,5vw,4rem);margin:0;letter-spacing:-.02em}
#idle p{margin:0;color:#9fb0cc;font-size:clamp(.9rem,1.6vw,1.4rem)}
#lost{position:fixed;right:1rem;bottom:1rem;padding:.4rem .8rem;border-radius:99px;background:#0009;color:#ffc266;
font-size:.85rem;display:none}
@media(prefers-reduced-motion:reduce){iframe{transition:none}}
.list{max-width:960px;margin:0 auto;padding:3rem 1.25rem}
.list h1{margin:0 0 .25rem;font-size:1.8rem}.list p{color:#9fb0cc;margin:.25rem 0 2rem}.list p a{color:#f5a524}
.grid{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(260px,1fr))}
.card{background:#141f35;border:1px solid #26344f;border-radius:12px;padding:1rem;color:inherit;text-decoration:none;
display:grid;gap:.35rem}
.card:hover,.card:focus-visible{border-color:#f5a524;outline:none}
.card small{color:#9fb0cc}.dot{display:inline-block;width:.6rem;height:.6rem;border-radius:50%;margin-right:.4rem}
form{display:flex;gap:.5rem;flex-wrap:wrap;margin-top:2rem}
input,button{font:inherit;padding:.55rem .8rem;border-radius:8px;border:1px solid #33456a;background:#0f1930;color:inherit}
button{background:#f5a524;color:#1a1204;border-color:#f5a524;font-weight:600;cursor:pointer}`;

const shell = (title: string, body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${style}</style></head><body>${body}</body></html>`;

const displayPage = ({ _id, deviceName, location }: SandboxDevice) =>
  shell(
    deviceName,
    `<main id="stage" data-id="${_id}" data-name="${escapeHtml(deviceName)}">
<div id="idle"><h1>${escapeHtml(deviceName)}</h1><p>${escapeHtml(location)}</p>
<p>Nothing is published to this display yet.</p></div></main>
<div id="lost" role="status">No connection; showing the last content</div>
<script src="/sandbox/display.js"></script>`,
  );

/** What the display's page runs: asks, loads the next content behind the present one, then fades over to it. */
const displayScript = `(() => {
  const stage = document.getElementById('stage');
  const lost = document.getElementById('lost');
  // Whoever only looks keeps no display online, and proves nothing.
  const preview = new URLSearchParams(location.search).has('preview');
  let shown = '', current = null, missed = 0, isTold = false, isAsking = false, isNew = false, next = 0;
  const show = (state) => {
    const key = state.url || '';
    if (key === shown) return;
    shown = key;
    const old = current;
    if (!key) { current = null; if (old) old.remove(); return; }
    const frame = document.createElement('iframe');
    frame.title = state.name || 'Sign';
    frame.allow = 'autoplay; fullscreen';
    current = frame;
    const reveal = () => {
      if (current !== frame) return frame.remove();
      frame.classList.add('on');
      if (old) setTimeout(() => old.remove(), 350);
    };
    frame.addEventListener('load', reveal, { once: true });
    frame.src = preview ? key + (key.includes('?') ? '&' : '?') + 'preview=1' : key;
    stage.append(frame);
  };
  const ask = async () => {
    clearTimeout(next);
    // What is pushed while the answer is on its way may not be in it.
    if (isAsking) { isNew = true; return; }
    isAsking = true;
    isNew = false;
    try {
      const answer = await fetch('/display/' + stage.dataset.id + '/state' + location.search, { cache: 'no-store' });
      if (answer.ok) { show(await answer.json()); missed = 0; } else missed++;
    } catch { missed++; }
    lost.style.display = missed > 5 ? 'block' : 'none';
    isAsking = false;
    next = setTimeout(ask, isNew ? 0 : isTold ? ${toldMs} : ${pollMs});
  };
  const listen = () => {
    const pushes = new WebSocket(location.origin.replace('http', 'ws') + '/sandbox/displays/events');
    pushes.onopen = () => { isTold = true; ask(); };
    pushes.onmessage = ({ data }) => { if (JSON.parse(data).includes(stage.dataset.id)) ask(); };
    pushes.onclose = () => { isTold = false; setTimeout(listen, ${toldMs}); };
  };
  ask();
  listen();
})();`;

const dot = (online: boolean) =>
  `<span class="dot" style="background:${online ? '#3ecf8e' : '#66758f'}"></span>${online ? 'online' : 'offline'}`;

function listPage(store: SignageStore): string {
  const cards = store.allDevices().map((device) => {
    const asset = device.currentAssetId ? store.asset(device.currentAssetId) : undefined;
    return `<a class="card" href="/display/${device._id}" target="_blank" rel="noopener">
<strong>${escapeHtml(device.deviceName)}</strong><small>${escapeHtml(device.location)}</small>
<span>${dot(store.statusOf(device) === 'ONLINE')}</span>
<small>Shows: ${asset ? escapeHtml(asset.originalFileName) : 'nothing yet'}</small>
<small>Account ${escapeHtml(device.team)}</small></a>`;
  });
  return shell(
    'Sandbox displays',
    `<main class="list"><h1>Sandbox displays</h1>
<p>These stand in for signage players. Open one and leave it open: it is online while its page is. Texts and calls end
on the <a href="/sandbox/phone">phone</a>, mail in the <a href="/sandbox/mail">outbox</a>.</p>
<div class="grid">${cards.join('') || '<p>No display yet: open Displays in Dealbell once.</p>'}</div>
<form method="post" action="/sandbox/displays"><input name="name" required maxlength="80" placeholder="Name of a new display"
aria-label="Name"><input name="location" maxlength="80" placeholder="Place" aria-label="Place"><button>Add display</button>
</form></main>`,
  );
}

/** /display/{id}, /display/{id}/state, /sandbox (the list) and its form. */
export function displayRoutes(store: SignageStore, publicOrigin: string): Route {
  return async (request, url) => {
    const { pathname } = url;
    if (pathname === '/sandbox/display.js') return script(displayScript);
    if (pathname === '/sandbox' || pathname === '/sandbox/') return page(listPage(store));
    if (pathname === '/sandbox/displays' && request.method === 'POST') {
      // Only from the list itself: another site must not add displays through somebody's browser.
      if (request.headers.origin && request.headers.origin !== publicOrigin)
        return json(403, { error: 'Add displays from the list of displays.', code: 'forbidden' });
      const form = new URLSearchParams(await readBody(request));
      const name = (form.get('name') ?? '').trim().slice(0, 80);
      const team = store.allDevices()[0]?.team ?? 'sandbox-1';
      if (name) store.addDevice(team, name, (form.get('location') ?? '').trim().slice(0, 80));
      return redirect('/sandbox');
    }
    const [, deviceId, state] = /^\/display\/([0-9a-f]{24})(\/state)?\/?$/.exec(pathname) ?? [];
    const device = deviceId ? store.device(deviceId) : undefined;
    if (!device)
      return pathname.startsWith('/display/')
        ? json(404, { error: 'There is no such display.', code: 'not_found' })
        : undefined;
    if (!state) return page(displayPage(device));
    // Somebody who looks at a preview is no display: only the page itself keeps one online.
    if (!url.searchParams.has('preview')) store.heartbeat(device._id);
    const asset =
      device.currentType === 'ASSET' && device.currentAssetId
        ? store.asset(device.currentAssetId)
        : undefined;
    return json(200, {
      url: asset?.webLink ?? null,
      name: asset?.originalFileName ?? null,
      changedAt: device.changedAt,
    });
  };
}
