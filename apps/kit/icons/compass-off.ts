import { outline } from '../display/icon.tsx';

export const IconCompassOff = /* @__PURE__ */ outline(
  'M13 9l3-1l-1 3m-1 3l-6 2l2-6M20.042 16.045A9 9 0 0 0 7.955 3.958M5.637 5.635a9 9 0 1 0 12.725 12.73M12 3v2m0 14v2m-9-9h2m14 0h2M3 3l18 18',
);
