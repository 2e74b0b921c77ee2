/** A server with a link to one work order, which answers as in the contract. */
import type { SharedChatEntry, SharedView, SnapshotFile } from '@parley/contract/work-order-shares';

export const view: SharedView = {
  title: 'Spring campaign',
  expiresAt: null,
  fans: null,
  chatHistory: false,
  orders: [
    {
      name: 'Telegram, Ana',
      platform: 'telegram',
      status: 'open',
      partial: false,
      totalGoal: 100,
      dailyGoal: 10,
      accountTotalGoal: null,
      accountDailyGoal: 5,
      timeZone: 'Europe/Madrid',
      resetTime: '06:30',
      total: { newFans: 42, repeatFans: 3 },
      today: { day: '2026-03-02', startsAt: 0, endsAt: 1, newFans: 7, repeatFans: 1 },
      accounts: [
        {
          name: 'Shop <b>',
          status: 'online',
          today: { newFans: 7, repeatFans: 1 },
          total: { newFans: 42, repeatFans: 3 },
        },
      ],
      days: [{ day: '2026-03-01', newFans: 35, repeatFans: 2 }],
      snapshots: 1,
    },
  ],
};

type ServerState = {
  password: string | null;
  refusal: { status: number; error: string; details?: object } | null;
  down: boolean;
  view: SharedView;
  /** Null for two, one per page. */
  chats: SharedChatEntry[] | null;
  /** Null: the server fails to answer. */
  snapshots: SnapshotFile | null;
  requests: string[];
};

/** A server with one link, whose answers the test can change. */
export function createServer() {
  const initial: ServerState = {
    password: null,
    refusal: null,
    down: false,
    view,
    chats: null,
    snapshots: null,
    requests: [],
  };
  const server = {
    ...initial,
    async fetch(path: string | URL | Request, init: RequestInit = {}): Promise<Response> {
      server.requests.push(String(path));
      if (server.down) throw new TypeError('failed');
      const headers = new Headers(init.headers);
      if (server.refusal !== null) return refuse(server.refusal);
      if (String(path).endsWith('/open')) {
        const { password } = JSON.parse(String(init.body));
        if (server.password !== null && password === undefined)
          return refuse({ status: 401, error: 'auth.pass-required' });
        if (server.password !== null && password !== server.password)
          return refuse({ status: 401, error: 'work-order-share.wrong-password' });
        return Response.json({ data: { pass: server.password === null ? null : 'pass', expiresAt: null } });
      }
      if (server.password !== null && headers.get('x-share-pass') !== 'pass')
        return refuse({ status: 401, error: 'auth.pass-required' });
      if (String(path).includes('/snapshots'))
        return Response.json({ data: server.snapshots }, { status: server.snapshots === null ? 500 : 200 });
      if (String(path).includes('/chats')) return chatsAnswer(server.chats, String(path));
      const tag = `"${JSON.stringify(server.view).length}"`;
      if (headers.get('if-none-match') === tag) return new Response(null, { status: 304 });
      return Response.json({ data: server.view }, { headers: { etag: tag } });
    },
  };
  const refuse = ({ status, ...data }: NonNullable<ServerState['refusal']>) =>
    Response.json({ data }, { status });
  return server;
}

export const entry = (name: string | null): SharedChatEntry => ({
  chat: `of ${name}`,
  name,
  visitor: null,
  type: 'new',
  account: 'Shop <b>',
  at: Date.UTC(2026, 2, 2),
});
const chatsAnswer = (all: SharedChatEntry[] | null, path: string) =>
  Response.json({
    data:
      all !== null
        ? { list: all, nextCursor: null }
        : path.includes('cursor=next')
          ? { list: [entry(null)], nextCursor: null }
          : { list: [entry('Marta <i>')], nextCursor: 'next' },
  });
