import { renderPage } from '../../app/testing/render-page.ts';

renderPage();
