/** `/workOrder/share?share=<token>`: shows shared work orders to the holders of the link. */
import './style.css';
import { createApi } from './lib/api.ts';
import { parameterOf, startPage } from './lib/start.ts';
import { createPage } from './view/page.ts';

startPage({
  createApi,
  createPage: (root, { visit, api, ...switches }) =>
    createPage(root, {
      ...switches,
      enter: visit.enter,
      snapshots: (order) => visit.withPass((pass) => api.snapshots(pass, order)),
      chats: {
        load: (cursor) => visit.withPass((pass) => api.chats(pass, cursor)),
        // Opens in this tab, which has the pass.
        addressOf: (chat) =>
          `/chatHistory/share?${new URLSearchParams({ share: parameterOf('share') ?? '', chat })}`,
      },
    }),
});
