/** Runs in the page: frame times, long tasks, and input-to-paint latency. It must stand alone when sent there. */
export function installProbe(): void {
  const quantile = (values: number[], share: number) => {
    const sorted = [...values].sort((a, b) => a - b);
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    return value === undefined ? null : Math.round(value * 10) / 10;
  };
  const bench = () => (window as unknown as { __bench: { camera(): number[] } }).__bench;
  let on = false;
  let seen = 0;
  let frames: number[] = [];
  let latencies: number[] = [];
  let longTasks = 0;
  let pending = 0;
  let last = 0;
  let smallest = 0;
  const afterFrame = new MessageChannel();
  afterFrame.port1.onmessage = ({ data }) => {
    if (on) latencies.push(performance.now() - data);
  };
  const tick = (time: number) => {
    if (!on) return;
    if (last) frames.push(time - last);
    last = time;
    smallest = Math.min(smallest, bench().camera()[2]!);
    if (pending) {
      afterFrame.port2.postMessage(pending);
      pending = 0;
    }
    requestAnimationFrame(tick);
  };
  // ------------------------------------------------------------ what a single step takes until it is seen
  let watched: number[][] = [];
  let stepAt = 0;
  /** The dots of every canvas at the watched places. */
  const dots = () =>
    [...document.querySelectorAll('canvas')].map((canvas) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const context = width && height ? canvas.getContext('2d') : null;
      return watched.map(([x, y]) =>
        context
          ? context
              .getImageData(((x! - left) * canvas.width) / width, ((y! - top) * canvas.height) / height, 1, 1)
              .data.join()
          : '',
      );
    });
  let shown: Promise<number | null> = Promise.resolve(null);
  /** Looks at the end of each frame, after all that is drawn in it, whether the dots are other ones. */
  const watch = (points: number[][]) => {
    watched = points;
    stepAt = 0;
    const before = JSON.stringify(dots());
    const sizer = document.body.appendChild(document.createElement('i'));
    sizer.style.cssText = 'position:fixed;top:0;left:0;height:1px;width:1px;visibility:hidden;contain:strict';
    shown = new Promise<number | null>((resolve) => {
      const begun = performance.now();
      const end = (value: number | null) => {
        looking.disconnect();
        sizer.remove();
        resolve(value);
      };
      let going = true;
      const painted = new MessageChannel();
      painted.port1.onmessage = () => end(performance.now() - stepAt);
      const looking = new ResizeObserver(() => {
        if (!going || !stepAt || JSON.stringify(dots()) === before) return;
        going = false;
        painted.port2.postMessage(0);
      });
      looking.observe(sizer);
      const each = () => {
        if (!going) return;
        if (performance.now() - begun > 600) {
          going = false;
          end(null);
          return;
        }
        // An observer of sizes is called after the frame's drawing and before it is put on the screen.
        sizer.style.width = sizer.style.width === '1px' ? '2px' : '1px';
        requestAnimationFrame(each);
      };
      requestAnimationFrame(each);
    });
  };
  const input = (event: Event) => {
    seen++;
    stepAt ||= event.timeStamp;
    if (!on) return;
    const first = (event as PointerEvent).getCoalescedEvents?.()[0] ?? event;
    if (!pending || first.timeStamp < pending) pending = first.timeStamp;
  };
  for (const type of ['pointermove', 'wheel', 'keydown']) {
    window.addEventListener(type, input, { capture: true, passive: true });
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (on) longTasks += entry.duration;
  }).observe({ type: 'longtask' });

  const probe = {
    start() {
      on = true;
      frames = [];
      latencies = [];
      longTasks = 0;
      last = 0;
      smallest = Number.POSITIVE_INFINITY;
      pending = 0;
      requestAnimationFrame(tick);
    },
    stop() {
      on = false;
      return {
        median: quantile(frames, 0.5),
        p95: quantile(frames, 0.95),
        worst: quantile(frames, 1),
        latency50: quantile(latencies, 0.5),
        latency95: quantile(latencies, 0.95),
        longTasks: Math.round(longTasks),
        smallest,
      };
    },
    watch,
    /** ms from the input after `watch` to the end of the frame that shows it; null where none did. */
    shown: () => shown,
    paint: () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() =>
          setTimeout(() => requestAnimationFrame(() => setTimeout(() => resolve()))),
        ),
      ),
    /** Resolves after so many frames in a row below `slow` ms, in which no input arrived. */
    quiet: (need: number, slow = 25) =>
      new Promise<void>((resolve) => {
        const begun = performance.now();
        let calm = 0;
        let known = seen;
        let before = 0;
        const look = (time: number) => {
          calm = known === seen && (!before || time - before < slow) ? calm + 1 : 0;
          known = seen;
          before = time;
          if (calm > need || performance.now() - begun > 15_000) resolve();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  };
  (window as unknown as { __probe: typeof probe }).__probe = probe;
}

/** What the probe tells of one gesture, all in ms. */
export interface Measured {
  median: number | null;
  p95: number | null;
  worst: number | null;
  latency50: number | null;
  latency95: number | null;
  longTasks: number;
  /** The smallest zoom that a frame had; no ms. */
  smallest: number;
}
