import { outline } from '../display/icon.tsx';

export const IconMinus = /* @__PURE__ */ outline('M5 12h14');
