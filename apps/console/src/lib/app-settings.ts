import { APP_SETTINGS_NAME, readAppSettings } from '@assay/modules/content/rules';

const page = document.querySelector<HTMLMetaElement>(`meta[name=${APP_SETTINGS_NAME}]`);

/** What the server has written into the page. */
export const appSettings = readAppSettings(page?.content ?? null, ['en']);
