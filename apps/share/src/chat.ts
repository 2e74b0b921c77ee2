/** `/chatHistory/share?share=<token>`: shows one conversation to the holders of the link. */
import './style.css';
import './chat.css';
import { createChatApi } from './lib/chat-api.ts';
import { choices, startPage } from './lib/start.ts';
import { createChatPage } from './view/chat-page.ts';

startPage({
  createApi: createChatApi,
  createPage: (root, { visit, api, ...switches }) =>
    createChatPage(root, {
      ...switches,
      enter: visit.enter,
      async earlier() {
        const outcome = await visit.withPass((pass) => api.earlier(pass));
        if (outcome.ok) visit.update(outcome.data);
        return outcome.ok;
      },
      fileLink: (seq) => visit.withPass((pass) => api.fileLink(pass, seq)),
      choices,
    }),
});
