import { outline } from '../display/icon.tsx';

export const IconPassword = /* @__PURE__ */ outline(
  'M12 10v4m-2-1l4-2m-4 0l4 2m-9-3v4m-2-1l4-2m-4 0l4 2m12-3v4m-2-1l4-2m-4 0l4 2',
);
