import ts from 'typescript';
import type { ConventionCheck } from '../finding.ts';
import { isForTests, isTypeScript, lineOf, nodesOf, sourceOf } from '../source.ts';

const browserCode = /^(apps\/(console|desk|share|widget)|packages\/(ui|api-client|contract))\/src\//;

/** Members of `navigator` that browsers offer to secure contexts only (MDN, "Features restricted to secure contexts"). */
const ofNavigator = new Set(
  (
    'bluetooth clipboard contacts credentials geolocation getBattery gpu hid keyboard locks mediaDevices ' +
    'mediaSession requestMediaKeySystemAccess serial serviceWorker setAppBadge share storage usb wakeLock'
  ).split(' '),
);
/** Globals with the same restriction. */
const globals = new Set(
  (
    'caches CookieStore cookieStore Notification PaymentRequest PushManager showDirectoryPicker ' +
    'showOpenFilePicker showSaveFilePicker'
  ).split(' '),
);

const isOf = (node: ts.Expression, name: string): boolean =>
  new RegExp(String.raw`^((window|globalThis|self)\.)?${name}$`).test(node.getText());

/** Returns whether an identifier merely names a member, as in `a.b` and the `b` of `{ b: … }`. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === node;
  return !ts.isExpression(parent) && !ts.isShorthandPropertyAssignment(parent) && !isInitializer(node);
}

const isInitializer = (node: ts.Identifier): boolean =>
  (ts.isVariableDeclaration(node.parent) || ts.isParameter(node.parent)) && node.parent.initializer === node;

/** Returns what `const { clipboard } = navigator` destructures. */
function takenApart({ name, propertyName, parent }: ts.BindingElement): string | undefined {
  const { initializer } = ts.isVariableDeclaration(parent.parent)
    ? parent.parent
    : { initializer: undefined };
  const member = (propertyName ?? name).getText();
  const taken = initializer !== undefined && isOf(initializer, 'navigator') && ofNavigator.has(member);
  return taken ? `navigator.${member}` : undefined;
}

/** Returns the restricted API that this node uses, which a page without TLS doesn't have. */
function restrictedIn(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    const { expression, name } = node;
    if (isOf(expression, 'navigator') && ofNavigator.has(name.text)) return `navigator.${name.text}`;
    if (isOf(expression, 'crypto') && name.text !== 'getRandomValues') return `crypto.${name.text}`;
    const ambient = ['window', 'globalThis', 'self'].includes(expression.getText()) && globals.has(name.text);
    return ambient ? name.text : undefined;
  }
  if (ts.isBindingElement(node)) return takenApart(node);
  if (!ts.isIdentifier(node) || isMemberName(node)) return undefined;
  if (globals.has(node.text)) return node.text;
  const whole = node.text === 'crypto' && !ts.isPropertyAccessExpression(node.parent);
  return whole ? 'crypto as a whole' : undefined;
}

/** Returns whether a comment on the statement's line or the one before it explains the fallback. */
function isExplained(source: ts.SourceFile, node: ts.Node): boolean {
  const line = lineOf(source, node);
  const lines = source.text.split('\n');
  return [lines[line - 1], lines[line - 2]].some((text) => /(\/\/|\*).*without TLS/i.test(text ?? ''));
}

/**
 * Requires a comment for APIs that need a secure context, which a console at `http://192.168.1.5:3000` is not. The comment
 * explains the fallback; `crypto.randomUUID` has a replacement that always works.
 */
export const secureContext: ConventionCheck = {
  name: 'secure-context',
  run: (tree) =>
    tree.files
      .filter((file) => browserCode.test(file) && isTypeScript(file) && !isForTests(file))
      .flatMap((file) => {
        const source = sourceOf(tree, file);
        return [...nodesOf(source)].flatMap((node) => {
          const found = restrictedIn(node);
          const isId = found === 'crypto.randomUUID';
          if (found === undefined || (!isId && isExplained(source, node))) return [];
          const cure = isId
            ? 'Take newId() of @parley/api-client.'
            : 'Write a way that works on plain http or tells the user what is needed, and say which: // Without TLS: …';
          return {
            file,
            line: lineOf(source, node),
            problem: `${found} is missing on a page that came by plain http`,
            cure,
          };
        });
      }),
};
