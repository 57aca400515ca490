import type { Locator } from 'playwright-core';

/**
 * What lies wrong about something that is drawn beside a page's controls, such as a banner or a toast: each control that
 * lies below it in part, and whatever lies over it. Looked at every 6 px, as the pointer would find it.
 * @returns a line for each; none where nothing does
 */
export const overlapsOf = (banner: Locator): Promise<string[]> =>
  banner.evaluate((banner) => {
    const controls =
      'a[href], button, input, select, textarea, [role="button"], [role="tab"], [role="switch"]';
    const nameOf = (element: Element) =>
      `${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)} <${element.localName}>`;
    const found = new Set<string>();
    // What is seen of it: some of its rows may have to be scrolled to.
    let { left, top, right, bottom } = banner.getBoundingClientRect();
    for (let around = banner.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible') continue;
      const box = around.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    // Edges fall between pixels, and the pixel there is its neighbour's.
    for (let y = top + 1; y < Math.min(bottom - 1, innerHeight); y += 6)
      for (let x = left + 1; x < Math.min(right - 1, innerWidth); x += 6) {
        const stack = document.elementsFromPoint(x, y);
        const own = stack.findIndex((element) => banner.contains(element));
        if (own < 0) {
          const [over] = stack;
          if (over && !over.contains(banner)) found.add(`${nameOf(over)} lies over it`);
          continue;
        }
        if (own > 0) found.add(`${nameOf(stack[0]!)} lies over it`);
        for (const element of stack.slice(own)) {
          const control = element.closest(controls);
          if (control && !banner.contains(control) && !control.contains(banner))
            found.add(`it covers ${nameOf(control)}`);
        }
      }
    return [...found];
  });
