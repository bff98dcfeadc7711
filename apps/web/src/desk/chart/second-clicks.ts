/** From this distance on two presses are two clicks, in px: as the charting library measures it. */
const APART = 5;
/** Far outside every pane, in px. */
const OUTSIDE = -10_000;

/**
 * The charting library waits half a second for the second click of a double click, and drops a
 * second click that is elsewhere. A press elsewhere ends its waiting before it meets that press: by
 * a drag outside its panes, which does nothing else.
 *
 * @returns what ends this
 */
export function keepSecondClicks(host: HTMLElement): () => void {
  let last = { clientX: OUTSIDE, clientY: OUTSIDE };
  const pressed = (event: MouseEvent) => {
    const { clientX, clientY, target, isTrusted } = event;
    if (!isTrusted || target === null) return;
    const distance = Math.abs(clientX - last.clientX) + Math.abs(clientY - last.clientY);
    last = { clientX, clientY };
    if (distance < APART) return;
    for (const [i, type] of ['mousedown', 'mousemove', 'mouseup'].entries()) {
      const at = { clientX: OUTSIDE, clientY: OUTSIDE + i * APART };
      target.dispatchEvent(new MouseEvent(type, { ...at, bubbles: true }));
    }
  };
  host.addEventListener('mousedown', pressed, { capture: true });
  return () => host.removeEventListener('mousedown', pressed, { capture: true });
}
