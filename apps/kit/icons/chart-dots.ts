import { outline } from '../display/icon.tsx';

export const IconChartDots = /* @__PURE__ */ outline(
  'M3 3v18h18M7 9a2 2 0 1 0 4 0a2 2 0 1 0-4 0m10-2a2 2 0 1 0 4 0a2 2 0 1 0-4 0m-5 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0m-1.84-4.38l2.34 2.88m2.588-.172l2.837-4.586',
);
