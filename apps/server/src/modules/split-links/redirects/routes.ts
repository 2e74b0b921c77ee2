/** The short links themselves, outside the API: addresses that people open, and a form that works without a script. */
import { contactForm } from '@parley/contract/split-links';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey, hostNameOf, readAddress } from '../../../base/http/address.ts';
import { AppError } from '../../../base/http/app-error.ts';
import { filePath, servingText } from '../domains/proof.ts';
import {
  answerVisitsEarly,
  type EarlyDeps,
  locationOf,
  shortLinkPath,
  visitHeaders,
} from './early-answers.ts';
import { pageLanguageOf, renderSplitPage, type SplitPage, type TypedContact } from './page.ts';
import { renderPreviewPage } from './preview-page.ts';
import type { Destination } from './service.ts';

const codePattern = /^[a-z0-9]{4,16}$/;
const largestForm = 8 * 1024;

export type ShortLinkDeps = EarlyDeps & { rateLimitFactor: number };
type Longer = { Params: { '*': string } };
type Visiting = FastifyRequest<{ Params: { code: string } }>;

export async function registerShortLinks({ rateLimitFactor, ...deps }: ShortLinkDeps): Promise<void> {
  const { edge, redirects } = deps;
  const destinationOf = answerVisitsEarly(deps);
  // A link domain serves its owner's split links and nothing else of this installation.
  edge.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(shortLinkPath)) return;
    const domain = redirects.domains.at(hostNameOf(request.host));
    if (domain === null) return;
    if (request.url === filePath) await reply.type('text/plain').send(`${servingText(domain.proof)}\n`);
    else await show(request, reply, { state: 'unknown', text: '' });
  });
  await edge.register((app, _options, done) => {
    app.removeAllContentTypeParsers();
    // People fill in the form, so a rate limit is answered with a page too. Other errors are answered as everywhere.
    app.setErrorHandler((error, request, reply) => {
      if (!(error instanceof AppError && error.error === 'request.too-many')) throw error;
      if (error.details.seconds !== undefined) reply.header('retry-after', String(error.details.seconds));
      return show(request, reply.status(429), { state: 'full', text: '', typed: typedIn(request) });
    });
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestForm },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // The query isn't validated: campaign parameters that others append must not turn the link into a bad request.
    const config = { rawQuery: true };
    app.route<{ Params: { code: string } }>({
      method: ['GET', 'HEAD'],
      url: `${shortLinkPath}:code`,
      schema: { hide: true },
      config,
      handler: async (request, reply) =>
        answer(await (destinationOf(request) ?? findDestination(redirects, request)), request, reply),
    });
    app.route<Longer>({
      method: ['GET', 'HEAD'],
      url: `${shortLinkPath}*`,
      schema: { hide: true },
      config,
      handler: answerLonger,
    });
    app.post<{ Params: { code: string } }>(
      `${shortLinkPath}:code`,
      {
        schema: { hide: true },
        // Limited after the body is parsed, so that the form can show again what was typed.
        config: {
          ...config,
          rateLimit: { max: Math.ceil(10 * rateLimitFactor), timeWindow: 600_000, hook: 'preValidation' },
        },
      },
      (request, reply) => takeContact(redirects, request, reply),
    );
    done();
  });
}

function findDestination(
  redirects: EarlyDeps['redirects'],
  request: Visiting,
): Destination | Promise<Destination> {
  // Phones capitalise the first letter that is typed.
  const code = request.params.code.toLowerCase();
  if (!codePattern.test(code)) return { url: null, link: null, preview: null };
  return redirects.findDestination({
    code,
    method: request.method,
    headers: request.headers,
    address: readAddress(request) ?? '',
    network: addressKey(request),
    host: hostNameOf(request.host),
  });
}

/**
 * Answers paths longer than a code: superfluous slashes redirect to the link. Without this the console would answer with its
 * login page, which is no place for visitors.
 */
function answerLonger(request: FastifyRequest<Longer>, reply: FastifyReply): FastifyReply {
  const [typed = '', ...more] = request.params['*'].split('/');
  const code = typed.toLowerCase();
  if (more.join('') !== '' || !codePattern.test(code))
    return show(request, reply, { state: 'unknown', text: '' });
  return unkept(reply).redirect(shortLinkPath + code, 302);
}

function answer({ url, link, preview }: Destination, request: Visiting, reply: FastifyReply): FastifyReply {
  if (preview !== null)
    return unkept(reply).type('text/html; charset=utf-8').send(renderPreviewPage(preview, url));
  if (url === null) {
    return show(
      request,
      reply,
      link === null ? { state: 'unknown', text: '' } : { state: 'form', text: link.pageText },
    );
  }
  return unkept(reply).status(302).header('location', locationOf(url)).send();
}

async function takeContact(
  redirects: EarlyDeps['redirects'],
  request: Visiting,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const code = request.params.code.toLowerCase();
  const typed = typedIn(request);
  const place = { code, host: hostNameOf(request.host) };
  const link = codePattern.test(code) ? await redirects.pageOf(place) : null;
  if (link === null) return show(request, reply, { state: 'unknown', text: '' });
  const { text } = link;
  const { success, data, error } = contactForm.safeParse(typed);
  if (!success) {
    const wrong = contactForm
      .keyof()
      .options.filter((field) => error.issues.some(({ path }) => path[0] === field));
    return show(request, reply.status(422), { state: 'form', text, typed, wrong });
  }
  const state = await redirects.leaveContact(place, data, {
    address: readAddress(request) ?? '',
    language: languageOf(request),
  });
  return state === 'full'
    ? show(request, reply.status(503), { state, text, typed })
    : show(request, reply, { state, text });
}

function typedIn({ body }: FastifyRequest): TypedContact {
  const { name = '', contact = '', message = '' } = (body ?? {}) as Partial<TypedContact>; // the form parser yields strings
  return { name, contact, message };
}

const languageOf = ({ headers }: FastifyRequest) => pageLanguageOf(headers['accept-language']);

function show(request: FastifyRequest, reply: FastifyReply, page: Omit<SplitPage, 'language'>): FastifyReply {
  if (page.state === 'unknown') reply.status(404);
  return unkept(reply)
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(renderSplitPage({ language: languageOf(request), ...page }));
}

/** Visits are never cached, and the platform doesn't learn the referrer. */
const unkept = (reply: FastifyReply) => reply.headers(visitHeaders);
