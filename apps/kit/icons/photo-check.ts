import { outline } from '../display/icon.tsx';

export const IconPhotoCheck = /* @__PURE__ */ outline(
  'M15 8h.01M11.5 21H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v7M3 16l5-5c.928-.893 2.072-.893 3 0l4 4M14 14l1-1c.928-.893 2.072-.893 3 0l.5.5M15 19l2 2l4-4',
);
