/** `/fansOperation/streamLinkReport?share=<token>`: shows the results of a split link. */
import './style.css';
import './report.css';
import { createReportApi } from './lib/report-api.ts';
import { startPage } from './lib/start.ts';
import { createReportPage } from './view/report-page.ts';

startPage({
  createApi: createReportApi,
  createPage: (root, { visit, api, ...switches }) =>
    createReportPage(root, {
      ...switches,
      enter: visit.enter,
      visitors: api.visitors,
      file: api.file,
      figuresFile: api.figuresFile,
      loadMap: async () => (await import('virtual:world-map')).map,
      async choose(days) {
        api.choose(days);
        const outcome = await api.read();
        if (outcome.ok && outcome.data !== null) visit.update(outcome.data);
      },
    }),
});
