import { outline } from '../display/icon.tsx';

export const IconTrendingUp = /* @__PURE__ */ outline('M3 17l6-6l4 4l8-8M14 7h7v7');
