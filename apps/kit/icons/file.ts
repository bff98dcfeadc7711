import { outline } from '../display/icon.tsx';

export const IconFile = /* @__PURE__ */ outline(
  'M14 3v4a1 1 0 0 0 1 1h4M17 21H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2',
);
