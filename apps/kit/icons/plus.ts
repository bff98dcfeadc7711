import { outline } from '../display/icon.tsx';

export const IconPlus = /* @__PURE__ */ outline('M12 5v14m-7-7h14');
