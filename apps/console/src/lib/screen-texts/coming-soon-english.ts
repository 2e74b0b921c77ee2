/** The texts of pages that are coming soon. */
export { default as screenTexts } from '../../pages/coming-soon/locales/en-US.json' with { type: 'json' };
