/** One sheet for all live parts; sizes are in em, so that they follow the element's own text size. */
const sheet = `
.live,.live *{box-sizing:border-box}
.live{position:absolute;inset:0;margin:0;line-height:1.4;-webkit-text-size-adjust:none}
.live button,.live input,.live textarea,.live select{font:inherit;color:inherit;letter-spacing:inherit}
.live button{cursor:pointer;border:0;background:none;padding:0}
.live button:disabled{cursor:default}
.live svg{width:1.2em;height:1.2em;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;display:block}
.live :focus-visible,.live:focus-visible{outline:3px solid #f59e0b;outline-offset:2px}
.live .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.live-link{position:absolute;inset:0;border-radius:8px}
.live-link:focus-visible{outline:3px solid #f59e0b;outline-offset:2px}
.form{display:flex;flex-direction:column;overflow:auto}
.form h2{margin:0 0 .42em;font-size:1.5em;line-height:1.25;font-weight:700}
.form p{margin:0 0 .63em;color:#64748b}
.form .fields{display:flex;flex-direction:column;flex:1 0 auto;min-height:0}
.form .field{display:flex;flex-direction:column;margin-bottom:1.05em;border:0;padding:0;min-width:0}
.form .field.grow{flex:1 0 auto}
.form label,.form legend{display:block;height:1.667em;line-height:1.667;font-size:.9em;font-weight:600;padding:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.form .in{width:100%;height:2.7em;padding:0 .8em;border:1.25px solid #94a3b8;border-radius:.5em;background:#fff;color:#0f172a;outline-offset:0}
.form textarea.in{height:100%;flex:1 0 2.7em;min-height:2.7em;padding:.65em .8em;resize:none}
.form .in::placeholder{color:#64748b;opacity:1}
.form .in[aria-invalid=true]{border-color:#b91c1c}
.form .problem{font-size:.82em;color:#b91c1c;margin-top:.25em}
.form .problem:empty{display:none}
.form .go{height:2.9em;flex:none;border-radius:.5em;font-weight:600;background:var(--accent);color:var(--on-accent);display:block;width:100%}
.form .go:hover{filter:brightness(1.08)}
.form .go:disabled{opacity:.6}
.form .said{min-height:0;font-size:.9em;font-weight:500;margin-top:.4em}
.form .said.bad{color:#b91c1c}
.form .trap{position:absolute;left:-10000px;width:1px;height:1px;overflow:hidden}
.form .done{margin:auto;text-align:center;display:grid;justify-items:center;gap:.8em;color:inherit;font-size:1.1em;font-weight:600}
.form .done svg{width:3em;height:3em;color:#15803d}
.form .done button{font-size:.85em;font-weight:600;text-decoration:underline}
.form .bar{height:.4em;border-radius:1em;background:var(--soft);margin-bottom:.35em;overflow:hidden;flex:none}
.form .bar i{display:block;height:100%;border-radius:1em;background:var(--accent);transition:width .2s ease-out}
.form .step{font-size:.85em;font-weight:500;color:#64748b;margin:0 0 .8em}
.form .row{display:flex;justify-content:space-between;gap:1em;margin-top:auto;flex:none}
.form .row .go{width:9em}
.form .row .back{height:2.8em;width:9em;border:1.25px solid #94a3b8;border-radius:.5em;font-weight:600;background:#fff;color:#0f172a}
.form .options{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(11em,100%),1fr));gap:.1em 1em}
.form .options label{display:flex;align-items:center;gap:.55em;height:1.9em;font-size:1em;font-weight:400;cursor:pointer}
.form .options input{width:1.15em;height:1.15em;margin:0;accent-color:var(--accent);flex:none}
.form .stars{display:flex;gap:.4em;width:max-content}
.form .stars label{height:auto;cursor:pointer;color:#94a3b8}
.form .stars label.on{color:#d97706}
.form .stars svg{width:2.1em;height:2.1em;stroke-width:1.6}
.form .stars .on svg{fill:#fbbf24}
.form .stars input:focus-visible+svg{outline:3px solid #f59e0b;outline-offset:2px;border-radius:.2em}
.fold{overflow:auto}
.fold h3{margin:0;font-size:1em}
.fold h3+*{font-size:.95em}
.fold .head{display:flex;align-items:center;justify-content:space-between;gap:1em;width:100%;height:3.3em;padding:0 1.25em;font-weight:600;text-align:left;outline-offset:-3px}
.fold .item+.item{border-top:1px solid color-mix(in srgb,currentColor 14%,transparent)}
.fold .head svg{flex:none;transition:transform .16s ease-out;opacity:.65}
.fold .head span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.fold .head[aria-expanded=true] svg{transform:rotate(180deg);opacity:1;color:var(--accent)}
.fold .head[aria-expanded=true]{box-shadow:inset .24em 0 0 -.02em var(--accent)}
.fold .body{padding:0 1.32em 1.16em;line-height:1.5;white-space:pre-wrap;opacity:.85}
.tabs{display:flex;flex-direction:column;overflow:hidden}
.tabs [role=tablist]{display:flex;gap:.4em;padding:0 .7em;height:3.2em;flex:none;border-bottom:1px solid color-mix(in srgb,currentColor 14%,transparent)}
.tabs [role=tab]{padding:0 .9em;font-weight:600;opacity:.72;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;outline-offset:-3px}
.tabs [role=tab][aria-selected=true]{opacity:1;color:var(--accent);box-shadow:inset 0 -.2em 0 var(--accent)}
.tabs.pills [role=tab]{margin:.5em 0 .58em;border-radius:.6em}
.tabs.pills [role=tab][aria-selected=true]{background:var(--accent);color:var(--on-accent);box-shadow:none}
.tabs [role=tabpanel]{padding:1.3em 1.4em;line-height:1.55;white-space:pre-wrap;overflow:auto;flex:1}
.spots{overflow:visible}
.spots>img{position:absolute;inset:0;width:100%;height:100%;border-radius:inherit}
.spots .spot{position:absolute;width:var(--side);height:var(--side);margin:calc(var(--side)/-2) 0 0 calc(var(--side)/-2);border-radius:50%;background:var(--accent);color:var(--on-accent);border:calc(var(--side)*.07) solid #fff;box-shadow:0 2px 6px rgba(15,23,42,.4);display:grid;place-content:center;font-weight:700;font-size:calc(var(--side)*.5)}
.spots .spot::after{content:"";position:absolute;inset:0;border-radius:50%;background:var(--accent);z-index:-1;opacity:0}
.spots.pulse .spot::after{animation:live-pulse 2.4s ease-out infinite}
@keyframes live-pulse{from{transform:scale(1);opacity:.42}to{transform:scale(1.95);opacity:0}}
.spots .name{position:absolute;transform:translateY(-50%);background:rgba(15,23,42,.82);color:#fff;font-weight:600;border-radius:1em;padding:.22em .65em;white-space:nowrap;pointer-events:none}
.spots .card{position:absolute;z-index:2;width:max-content;max-width:min(20em,90%);background:#fff;color:#0f172a;border-radius:.7em;padding:.9em 1.1em;box-shadow:0 12px 32px -8px rgba(15,23,42,.5);white-space:pre-wrap}
.spots .card strong{display:block;margin-bottom:.2em}
.spots .card a{color:#1d4ed8;display:inline-block;margin-top:.5em}
.slides{overflow:hidden;background:#0f172a}
.slides .track{display:flex;height:100%;width:100%}
.slides figure{margin:0;flex:0 0 100%;height:100%;position:relative}
.slides img{width:100%;height:100%;display:block}
.slides figcaption{position:absolute;inset:auto 0 0;padding:3em 1em 2.2em;text-align:center;font-weight:600;color:#fff;background:linear-gradient(180deg,transparent,rgba(2,6,23,.72))}
.slides.fade .track{display:block}
.slides.fade figure{position:absolute;inset:0;opacity:0}
.slides.fade figure.on{opacity:1}
.slides .turn{position:absolute;top:50%;width:2.6em;height:2.6em;margin-top:-1.3em;border-radius:50%;background:rgba(15,23,42,.5);color:#fff;display:grid;place-content:center}
.slides .turn:hover{background:rgba(15,23,42,.75)}
.slides .dots{position:absolute;inset:auto 0 .6em;display:flex;justify-content:center;gap:.1em}
.slides .dots button{padding:.5em .3em}
.slides .dots i{display:block;width:.7em;height:.7em;border-radius:1em;background:rgba(255,255,255,.5);transition:width .2s}
.slides .dots [aria-current=true] i{width:2em;background:#fff}
.clip{background:#000;overflow:hidden}
.clip video{width:100%;height:100%;display:block}
.clip .fail{position:absolute;inset:0;display:grid;place-content:center;justify-items:center;gap:.5em;background:linear-gradient(160deg,#1e293b,#0f172a);color:#e2e8f0;text-align:center;padding:1em;font-size:max(14px,1em)}
.clip .fail small{color:#94a3b8;word-break:break-all}
.again{border-radius:.5em;padding:.5em 1.1em!important;background:#fff!important;color:#0f172a!important;font-weight:600!important;box-shadow:0 1px 3px rgba(15,23,42,.35)}
.player{position:absolute;color:var(--ink);font-size:var(--unit)}
.player .bar{position:absolute;inset:auto 0 0;padding:1.7em .8em .5em;background:var(--ground);transition:opacity .16s ease-out}
.player.floating .bar{inset:auto .6em .6em;padding:.35em .8em;border-radius:.7em;display:flex;align-items:center;gap:.8em}
.player.idle{cursor:none}
.player.idle .bar,.player.idle .info{opacity:0;pointer-events:none}
.player .tools{display:flex;align-items:center;gap:.35em}
.player.floating .tools{display:contents}
.player .bar button{width:2.1em;height:2.1em;display:grid;place-content:center;border-radius:.4em;flex:none}
.player .bar button:hover{background:color-mix(in srgb,var(--ink) 16%,transparent)}
.player .time{font-variant-numeric:tabular-nums;font-weight:500;white-space:nowrap;font-size:.92em}
.player .space{flex:1}
.player.floating .space{display:none}
.player input[type=range],.sound input[type=range]{appearance:none;-webkit-appearance:none;height:1.2em;margin:0;background:none;cursor:pointer}
.player input::-webkit-slider-runnable-track{height:.26em;border-radius:1em;background:linear-gradient(90deg,var(--accent) var(--done,0%),var(--track) 0)}
.player input::-moz-range-track{height:.26em;border-radius:1em;background:linear-gradient(90deg,var(--accent) var(--done,0%),var(--track) 0)}
.player input::-webkit-slider-thumb{-webkit-appearance:none;width:.85em;height:.85em;margin-top:-.295em;border-radius:50%;background:var(--accent);border:0}
.player input::-moz-range-thumb{width:.85em;height:.85em;border-radius:50%;background:var(--accent);border:0}
.player .seek{width:100%;display:block;min-width:2em}
.player.floating .seek{flex:1}
.player .loud{width:4.6em;--accent:var(--ink)}
.player select{background:none;border:0;border-radius:.4em;height:2.1em;padding:0 .2em;font-weight:500;cursor:pointer}
.player option{color:#0f172a;background:#fff}
.player .big{position:absolute;inset:0;margin:auto;width:4.6em;height:4.6em;border-radius:50%;background:rgba(2,6,23,.6);color:#fff;display:grid;place-content:center}
.player .big svg{width:2.4em;height:2.4em}
.player .mark{position:absolute;margin:1.2em;font-weight:600;text-shadow:0 1px 3px rgba(0,0,0,.5);pointer-events:none}
.player .info{position:absolute;inset:0 0 auto;padding:.8em 1em 2.4em;color:#fff;font-weight:600;font-size:1.3em;background:linear-gradient(180deg,rgba(2,6,23,.75),transparent);pointer-events:none;transition:opacity .16s}
.player .told{position:absolute;left:50%;top:1em;transform:translateX(-50%);background:rgba(2,6,23,.8);color:#fff;border-radius:.5em;padding:.4em .9em}
.player .told:empty{display:none}
.sound{display:flex;align-items:center;gap:.8em;overflow:hidden}
.sound img{height:100%;aspect-ratio:1;object-fit:cover;border-radius:8px;flex:none}
.sound .play{border-radius:50%;background:var(--accent);color:var(--on-accent);display:grid;place-content:center;flex:none}
.sound .rest{flex:1;min-width:0;height:100%;display:flex;flex-direction:column}
.sound .title{font-weight:600;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.sound .wave{position:relative;flex:1;display:flex;align-items:center;justify-content:space-between;min-height:10px}
.sound .wave i{width:3px;border-radius:3px;background:rgba(100,116,139,.28)}
.sound .wave i.on{background:var(--accent)}
.sound .wave.plain::before{content:"";position:absolute;inset:auto 0;height:6px;border-radius:6px;background:linear-gradient(90deg,var(--accent) var(--done,0%),rgba(100,116,139,.28) 0)}
.sound .wave input{position:absolute;inset:0;width:100%;height:100%;opacity:0;cursor:pointer}
.sound .wave:focus-within{outline:3px solid #f59e0b;outline-offset:2px;border-radius:4px}
.sound .foot{display:flex;justify-content:space-between;gap:.6em;color:#64748b;font-weight:500;font-size:.8em;font-variant-numeric:tabular-nums}
@media (prefers-reduced-motion:reduce){.live *,.live{animation:none!important;transition:none!important}}
`;

let added = false;

/** Adds the sheet to the page, once. */
export function addStyle(): void {
  if (added) return;
  added = true;
  const node = document.createElement('style');
  node.textContent = sheet;
  document.head.append(node);
}
