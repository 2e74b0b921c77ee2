import { useTranslation } from 'react-i18next';

/** The operator's own texts, which come with these screens alone, before those of the console. */
export const useTexts = () => useTranslation(['operator', 'app'], { nsMode: 'fallback' });
