/** The short links themselves, outside the API: addresses that people open, and a form that works without a script. */
import { contactForm } from '@parley/contract/split-links';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey, readAddress } from '../../../base/http/address.ts';
import { AppError } from '../../../base/http/app-error.ts';
import { filePath, servingText } from '../domains/proof.ts';
import { hostNameOf } from '../domains/served-domains.ts';
import { type EarlyDeps, leadEarly, shortLinkPath, visitHeaders } from './early-answers.ts';
import { pageLanguageOf, renderSplitPage, type SplitPage } from './page.ts';
import { renderPreviewPage } from './preview-page.ts';
import type { Destination } from './service.ts';

const codePattern = /^[a-z0-9]{4,16}$/;
const largestForm = 8 * 1024;

export type ShortLinkDeps = EarlyDeps & { rateLimitFactor: number };
type Visiting = FastifyRequest<{ Params: { code: string } }>;

export async function registerShortLinks({ rateLimitFactor, ...deps }: ShortLinkDeps): Promise<void> {
  const { edge, redirects } = deps;
  const ledOf = leadEarly(deps);
  // A link domain is its owner's: nothing of this installation is found there but their split links.
  edge.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(shortLinkPath)) return;
    const domain = redirects.domains.at(hostNameOf(request.host));
    if (domain === null) return;
    if (request.url === filePath) await reply.type('text/plain').send(`${servingText(domain.proof)}\n`);
    else await show(request, reply, { state: 'unknown', text: '' });
  });
  await edge.register((app, _options, done) => {
    app.removeAllContentTypeParsers();
    // People fill in the form: a refusal is a page as well. Whatever else fails is answered as everywhere.
    app.setErrorHandler((error, request, reply) => {
      if (!(error instanceof AppError && error.error === 'request.too-many')) throw error;
      if (error.details.seconds !== undefined) reply.header('retry-after', String(error.details.seconds));
      return show(request, reply.status(429), { state: 'full', text: '' });
    });
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestForm },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // A query is the visitor's own business: campaign parameters that others append don't make the link a bad request.
    const config = { rawQuery: true };
    app.route<{ Params: { code: string } }>({
      method: ['GET', 'HEAD'],
      url: `${shortLinkPath}:code`,
      schema: { hide: true },
      config,
      handler: async (request, reply) =>
        answer(await (ledOf(request) ?? lead(redirects, request)), request, reply),
    });
    app.post<{ Params: { code: string } }>(
      `${shortLinkPath}:code`,
      {
        schema: { hide: true },
        config: { ...config, rateLimit: { max: Math.ceil(10 * rateLimitFactor), timeWindow: 600_000 } },
      },
      (request, reply) => takeContact(redirects, request, reply),
    );
    done();
  });
}

function lead(redirects: EarlyDeps['redirects'], request: Visiting): Destination | Promise<Destination> {
  const { code } = request.params;
  if (!codePattern.test(code)) return { url: null, link: null, preview: null };
  return redirects.lead({
    code,
    method: request.method,
    headers: request.headers,
    address: readAddress(request) ?? '',
    network: addressKey(request),
    host: hostNameOf(request.host),
  });
}

function answer({ url, link, preview }: Destination, request: Visiting, reply: FastifyReply): FastifyReply {
  if (preview !== null)
    return unkept(reply).type('text/html; charset=utf-8').send(renderPreviewPage(preview, url));
  if (url === null) {
    const page = link === null ? { state: 'unknown', text: '' } : { state: 'form', text: link.pageText };
    return show(request, reply, page as Pick<SplitPage, 'state' | 'text'>); // the two states of the line above
  }
  return unkept(reply).status(302).header('location', url).send();
}

async function takeContact(
  redirects: EarlyDeps['redirects'],
  request: Visiting,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { code } = request.params;
  const typed = { name: '', contact: '', message: '', ...(request.body as object) }; // the parser's own record of texts
  const { success, data } = contactForm.safeParse(typed);
  if (!success) return show(request, reply.status(422), { state: 'invalid', text: '' });
  const state = codePattern.test(code)
    ? await redirects.leaveContact({ code, host: hostNameOf(request.host) }, data)
    : 'unknown';
  return show(request, state === 'full' ? reply.status(503) : reply, { state, text: '' });
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Pick<SplitPage, 'state' | 'text'>,
): FastifyReply {
  const language = pageLanguageOf(request.headers['accept-language']);
  if (page.state === 'unknown') reply.status(404);
  return unkept(reply)
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(renderSplitPage({ language, ...page }));
}

/** Each visit is a new question, and the platform learns nothing of where it came from. */
const unkept = (reply: FastifyReply) => reply.headers(visitHeaders);
