/**
 * `/chatHistory/share?share=<token>`: shows one conversation to the holders of the link; with `&chat=<name>`, one of
 * the conversations of a work order link.
 */
import './style.css';
import './chat.css';
import '@parley/ui/broken-picture.css';
import { createChatApi } from './lib/chat-api.ts';
import { choices, parameterOf, startPage } from './lib/start.ts';
import { createChatPage } from './view/chat-page.ts';

const chat = parameterOf('chat');

startPage({
  createApi: (token, fetch) => createChatApi(token, fetch, chat),
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
      back:
        chat === null
          ? null
          : `/workOrder/share?${new URLSearchParams({ share: parameterOf('share') ?? '' })}`,
    }),
});
