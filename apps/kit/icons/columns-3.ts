import { outline } from '../display/icon.tsx';

export const IconColumns3 = /* @__PURE__ */ outline(
  'M3 4a1 1 0 0 1 1-1h16a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zm6-1v18m6-18v18',
);
