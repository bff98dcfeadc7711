import { outline } from '../display/icon.tsx';

export const IconFlask = /* @__PURE__ */ outline(
  'M9 3h6m-5 6h4m-4-6v6L6 20a.7.7 0 0 0 .5 1h11a.7.7 0 0 0 .5-1L14 9V3',
);
