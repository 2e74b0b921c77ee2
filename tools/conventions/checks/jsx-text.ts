import ts from 'typescript';
import type { ConventionCheck } from '../finding.ts';
import { needsNoTranslation } from '../locales.ts';
import { isForTests, lineOf, nodesOf, sourceOf } from '../source.ts';
import type { Tree } from '../tree.ts';

/** Properties whose value is displayed or read aloud: of elements, of Ant Design's options and of the browser's own objects. */
const seen = new Set(
  'alt,ariaLabel,aria-description,aria-label,aria-roledescription,aria-valuetext,cancelText,checkedChildren,content,description,emptyText,extra,help,innerText,label,message,notFoundContent,okText,placeholder,subTitle,textContent,title,tooltip,unCheckedChildren'.split(
    ',',
  ),
);

/** `toasts.success('…')`, `message.open('…')`, `notification.error('…')`, `alert('…')`. */
const displayCall =
  /^(?:(?:\w+\.)*(?:message|messages|notification|modal|toast|toasts)\.(?:success|error|info|warning|loading|open|confirm)|(?:window\.)?(?:alert|confirm|prompt))$/i;

/** Returns the expressions that a node displays; none if it displays no text. */
function placesIn(node: ts.Node): ts.Node[] {
  if (ts.isJsxText(node)) return [node];
  if (ts.isJsxAttribute(node)) return seen.has(node.name.getText()) ? present(node.initializer) : [];
  if (ts.isJsxExpression(node)) {
    const child = ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent);
    return child ? present(node.expression) : [];
  }
  if (ts.isPropertyAssignment(node)) return isShown(node) ? [node.initializer] : [];
  if (ts.isCallExpression(node)) return heardIn(node);
  const assigns = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  if (!assigns || !ts.isPropertyAccessExpression(node.left)) return [];
  return seen.has(node.left.name.text) ? [node.right] : [];
}

/** Returns false for a zod issue (`{code, message}`), which is for programs; forms translate its rule. */
function isShown({ name, parent }: ts.PropertyAssignment): boolean {
  const isIssue = parent.properties.some(
    (other) => other.name !== undefined && nameOf(other.name) === 'code',
  );
  return seen.has(nameOf(name)) && !isIssue;
}

const present = (node: ts.Node | undefined): ts.Node[] => (node === undefined ? [] : [node]);

function nameOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : '';
}

function heardIn({ expression, arguments: given }: ts.CallExpression): ts.Node[] {
  const [first, second] = given;
  if (displayCall.test(expression.getText())) return present(first);
  const sets = ts.isPropertyAccessExpression(expression) && expression.name.text === 'setAttribute';
  const attribute = sets && first !== undefined && ts.isStringLiteralLike(first) ? first.text : '';
  return seen.has(attribute) ? present(second) : [];
}

/** Returns the texts that an expression may display, for all branches of its conditions. */
function textsOf(node: ts.Node): string[] {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return [[node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ')];
  }
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...textsOf(node.left), ...textsOf(node.right)];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(textsOf);
  const inside =
    ts.isJsxExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node);
  return inside ? present(node.expression).flatMap(textsOf) : [];
}

/** Returns whether a text is a key such as `page.home`, a URL or a path, none of which is translated. */
const isNoText = (text: string): boolean => /^[a-z][\w-]*(\.[\w-]*)+$|^(https?:|\/)\S*$/.test(text);

/** Returns whether a file is one of a document's two translations, which are files side by side. */
function isDocument(tree: Tree, file: string): boolean {
  const [, name, language] = /^(.*)-(en|zh)\.ts$/.exec(file) ?? [];
  return name !== undefined && tree.files.includes(`${name}-${language === 'en' ? 'zh' : 'en'}.ts`);
}

const screens = /^(?:apps\/(?:console|desk|share|widget)|packages\/ui)\/src\/.+\.tsx?$/;

/** Requires that displayed texts come from a catalogue, so that they exist in both languages. */
export const jsxText: ConventionCheck = {
  name: 'text in screens',
  run: (tree) =>
    tree.files
      .filter((file) => screens.test(file) && !isForTests(file) && !file.includes('/locales/'))
      .filter((file) => !isDocument(tree, file))
      .flatMap((file) => {
        const source = sourceOf(tree, file);
        return [...nodesOf(source)].flatMap((node) => {
          const texts = placesIn(node).flatMap(textsOf);
          const bad = texts
            .map((text) => text.trim())
            .filter((text) => !needsNoTranslation(text) && !isNoText(text));
          return bad.map((text) => ({
            file,
            line: lineOf(source, node),
            problem: `"${text.slice(0, 40)}" is written into the screen`,
            cure: "Put it into both catalogues and show it with t('…').",
          }));
        });
      }),
};
