import { outline } from '../display/icon.tsx';

export const IconCash = /* @__PURE__ */ outline(
  'M7 15H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v3M7 10a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1zM12 14a2 2 0 1 0 4 0a2 2 0 0 0-4 0',
);
