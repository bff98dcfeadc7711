import { expect, it } from 'vitest';
import { createPublisher, type Page } from './publisher.ts';

/** A page whose clock and visibility the test controls. */
function setUp() {
  let now = 0;
  let hidden = false;
  const due: { at: number; run: () => void }[] = [];
  const visible: (() => void)[] = [];
  const page: Page = {
    get hidden() {
      return hidden;
    },
    now: () => now,
    schedule(delayMs, run) {
      const timer = { at: now + delayMs, run };
      due.push(timer);
      return () => void due.splice(due.indexOf(timer), 1);
    },
    onVisible(run) {
      visible.push(run);
      return () => void visible.splice(visible.indexOf(run), 1);
    },
  };
  const pass = (ms: number) => {
    now += ms;
    for (const timer of due.filter((each) => each.at <= now)) {
      due.splice(due.indexOf(timer), 1);
      timer.run();
    }
  };
  const show = (on: boolean) => {
    hidden = !on;
    if (on) for (const run of visible) run();
  };
  return { page, pass, show };
}

it('UI-066 publishes at once, then at most once per period, and never loses the last change', () => {
  const { page, pass } = setUp();
  let flushed = 0;
  const publisher = createPublisher(100, () => flushed++, page);
  publisher.mark();
  pass(0);
  expect(flushed).toBe(1);
  for (let i = 0; i < 10; i++) {
    publisher.mark();
    pass(5);
  }
  expect(flushed).toBe(1);
  pass(50);
  expect(flushed).toBe(2);
  pass(500);
  expect(flushed).toBe(2);
});

it('UI-066 pauses while the page is hidden and catches up when it is visible again', () => {
  const { page, pass, show } = setUp();
  let flushed = 0;
  const publisher = createPublisher(100, () => flushed++, page);
  show(false);
  publisher.mark();
  pass(1000);
  expect(flushed).toBe(0);
  show(true);
  pass(0);
  expect(flushed).toBe(1);
  publisher.mark();
  publisher.stop();
  pass(1000);
  expect(flushed).toBe(1);
});
