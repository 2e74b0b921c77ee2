/** The port's shapes of what a platform delivers by calling Parley. */

export type WebhookRequest = {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string | undefined>>;
  /**
   * The query as it was sent, without the question mark: `new URLSearchParams(query)` reads it. Platforms use names
   * with dots (`hub.challenge`), which the rest of the server takes apart.
   */
  query: string;
  /** The raw bytes: signatures are computed over them. */
  body: Buffer;
};
export type WebhookAnswer = { status: number; body?: string; contentType?: string };

/** One event of a delivery, as the connector has read it. */
export type AppEvent = {
  /** The account that it belongs to: the id that `check` returned for it. */
  account: string;
  payload: unknown;
};

/**
 * `refused`: it isn't signed with this app's secret; the server answers 403. `unreadable`: it is, and has no events that could
 * be read; the server answers 400.
 */
export type AppDelivery =
  | { kind: 'events'; events: readonly AppEvent[]; answer?: WebhookAnswer }
  /** A challenge of the platform's, or a question that concerns no account. */
  | { kind: 'answer'; answer: WebhookAnswer }
  | { kind: 'refused' }
  | { kind: 'unreadable' };
