import { outline } from '../display/icon.tsx';

export const IconZoomReset = /* @__PURE__ */ outline(
  'M21 21l-6-6M3.268 12.043A7.02 7.02 0 0 0 9.902 17a7.01 7.01 0 0 0 7.043-6.131a7 7 0 0 0-5.314-7.672A7.02 7.02 0 0 0 3.39 7.6M3 4v4h4',
);
