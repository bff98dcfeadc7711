import { outline } from '../display/icon.tsx';

export const IconDoorExit = /* @__PURE__ */ outline(
  'M13 12v.01M3 21h18M5 21V5a2 2 0 0 1 2-2h7.5M17 13.5V21M14 7h7m-3-3l3 3l-3 3',
);
