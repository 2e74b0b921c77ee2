import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProxyLines } from './proxy-lines.ts';

const one = (line: string) => {
  const { read, problems } = readProxyLines(line);
  return read[0] ?? problems[0];
};

describe('a line is read', () => {
  it.each([
    ['http://marta:s3cret@proxy.example.com:8080', 'http', 'proxy.example.com', 8080, 'marta', 's3cret'],
    ['  HTTPS://m:s@PROXY.Example.com:443/  ', 'https', 'proxy.example.com', 443, 'm', 's'],
    ['socks5://m%3Aa:%40%23%20%C3%B1@1.2.3.4:1', 'socks5', '1.2.3.4', 1, null, null],
    ['socks5://m:%40%23%20%C3%B1@1.2.3.4:1', 'socks5', '1.2.3.4', 1, 'm', '@# ñ'],
    ['socks5://m:p:p@1.2.3.4:1080', 'socks5', '1.2.3.4', 1080, 'm', 'p:p'],
    ['socks5://m:p@p@1.2.3.4:1080', 'socks5', '1.2.3.4', 1080, 'm', 'p@p'],
    ['http://m:s@[2001:DB8:0:0::1]:8080', 'http', '2001:db8::1', 8080, 'm', 's'],
    ['http://m:s@2130706433:80', 'http', '127.0.0.1', 80, 'm', 's'],
  ])('%s', (line, networkProtocol, host, port, proxyUserName, proxyPassword) => {
    const found = one(line);
    // A colon would end the user name early in HTTP's basic scheme.
    if (proxyUserName === null) expect(found).toMatchObject({ problem: 'user' });
    else
      expect(found).toMatchObject({ access: { networkProtocol, host, port, proxyUserName, proxyPassword } });
  });

  it.each([
    ['http://m:s@h.example:1 # Madrid, 2º', 'Madrid, 2º'],
    ['http://m:s@h.example:1#Madrid', 'Madrid'],
    ['http://m:s@h.example:1 #  ', 'h.example:1'],
    ['http://m:s@h.example:1 # tur\u202En', 'h.example:1'],
    [`http://m:s@h.example:1 # ${'ñ'.repeat(60)}`, 'ñ'.repeat(50)],
  ])('a line is read with its name: %s', (line, name) => {
    expect(one(line)).toMatchObject({ name });
  });
});

describe('a line is reported', () => {
  it.each([
    ['ftp://m:s3cret@h.example:1', 'protocol', 'ftp://m@h.example:1'],
    ['socks4://m:s3cret@h.example:1', 'protocol', 'socks4://m@h.example:1'],
    ['http://m:s3cret@:1', 'host', 'http://m@:1'],
    ['http://m:s3cret@-h:1', 'host', 'http://m@-h:1'],
    ['http://m:s3cret@1.2.3.4.5:1', 'host', 'http://m@1.2.3.4.5:1'],
    ['http://m:s3cret@[::g]:1', 'host', 'http://m@[::g]:1'],
    ['http://m:s3cret@h.example', 'port', 'http://m@h.example'],
    ['http://m:s3cret@h.example:0', 'port', 'http://m@h.example:0'],
    ['http://m:s3cret@h.example:65536', 'port', 'http://m@h.example:65536'],
    ['http://h.example:1', 'user', 'http://…'],
    ['http://m:s@h.example:1 # me@example.com', 'unreadable', 'http://…'],
    ['http://s3cret@h.example:1', 'user', 'http://…@h.example:1'],
    ['http://m:@h.example:1', 'user', 'http://m@h.example:1'],
    ['http://m:%zzs3cret@h.example:1', 'user', 'http://m@h.example:1'],
    ['http://m:s3cret%00@h.example:1', 'user', 'http://m@h.example:1'],
    [`http://m:${'s3cret'.repeat(50)}@h.example:1`, 'user', 'http://m@h.example:1'],
    ['h.example:1:m:s3cret', 'unreadable', '…'],
    ['http://h.example:1:m:s3cret', 'unreadable', 'http://…'],
    ['http://m:s3#cret@h.example:1', 'unreadable', 'http://…'],
    ['http://m:s3 cret@h.example:1', 'unreadable', 'http://…'],
    ['m://s3cret@http://@h.example:1', 'protocol', 'm://…@h.example:1'],
    ['s3cret', 'unreadable', '…'],
  ])('%s', (line, problem, text) => {
    expect(one(line)).toEqual({ line: 1, text, problem });
  });
});

it('numbers lines as an editor does, and takes each proxy once', () => {
  const lines =
    '\r\nhttp://m:s@h.example:1\r\n\n \t\r\nHTTP://m:other@H.example:1 # again\nhttp://n:s@h.example:1\rx';
  const { read, problems } = readProxyLines(lines);
  expect(read.map((it) => it.line)).toEqual([2, 6]);
  expect(problems).toEqual([
    { line: 5, text: 'HTTP://m@H.example:1', problem: 'double' },
    { line: 7, text: '…', problem: 'unreadable' },
  ]);
});

it('reads 500 lines and reports where the rest begins', () => {
  const lines = Array.from({ length: 503 }, (_, i) => `\nhttp://m:s3cret@h.example:${i + 1}`).join('');
  const { read, problems } = readProxyLines(lines);
  expect(read).toHaveLength(500);
  expect(problems).toEqual([{ line: 502, text: 'http://m@h.example:501', problem: 'too-many' }]);
});

const printable = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text));

it('reads back anything that was percent-encoded', () => {
  const host = fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((text) => `[${text}]`),
  );
  const protocol = fc.constantFrom('http', 'https', 'socks5');
  fc.assert(
    fc.property(
      protocol,
      printable,
      printable,
      host,
      fc.integer({ min: 1, max: 65_535 }),
      (p, u, s, h, port) => {
        fc.pre(!u.includes(':'));
        const found = one(`${p}://${encodeURIComponent(u)}:${encodeURIComponent(s)}@${h}:${port} # x`);
        expect(found).toMatchObject({
          access: { networkProtocol: p, port, proxyUserName: u, proxyPassword: s },
        });
      },
    ),
  );
});

it('never reveals a password, whatever surrounds it', () => {
  const noise = fc.oneof(
    fc.constantFrom(
      'http://',
      'socks5://',
      '@',
      ':',
      '#',
      ' ',
      '%',
      '/',
      'u',
      'h.example',
      ':80',
      '[',
      ']',
      '\t',
    ),
    fc.string({ maxLength: 4 }),
  );
  const around = fc.array(noise, { maxLength: 5 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(around, around, fc.boolean(), (before, after, whole) => {
      // After a user name, the text between its colon and the host is the password.
      const line = whole ? `http://u:${before}pa55w0rd${after}@h.example:80` : `u:${before}pa55w0rd@${after}`;
      for (const it of readProxyLines(line).problems) expect(it.text).not.toContain('pa55w0rd');
      for (const it of readProxyLines(line).read) expect(it.text).not.toContain('pa55w0rd');
    }),
    { numRuns: 2_000 },
  );
});

it('ends quickly on input designed to be slow', () => {
  const lines = [
    '@'.repeat(200_000),
    `http://${'a@'.repeat(90_000)}`,
    `http://${':'.repeat(190_000)}@`,
    `http://h:1${' '.repeat(190_000)}x`,
  ];
  for (const line of lines) {
    // Measured by this thread's CPU time, so that other load isn't measured.
    const before = process.threadCpuUsage();
    readProxyLines(line);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  }
});
