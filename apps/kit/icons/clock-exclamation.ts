import { outline } from '../display/icon.tsx';

export const IconClockExclamation = /* @__PURE__ */ outline(
  'M20.986 12.502a9 9 0 1 0-5.973 7.98M12 7v5l3 3m4 1v3m0 3v.01',
);
