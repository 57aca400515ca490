/**
 * Gives a step's card on the canvas the focus: whoever worked on it by keys goes on from there. It is drawn by React
 * Flow's own state, a frame later.
 */
export function focusStep(stepId: string): void {
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(stepId)}"]`)
      ?.focus({ preventScroll: true }),
  );
}
