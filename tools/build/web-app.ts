/** What the builds of console and desk share: how their code is cut into files, and what of libraries is left out. */
import type { Plugin } from 'vite';

/** Stands for a module that nothing here calls, where the bundler can't see that. */
type Stub = { name: string; stands: (source: string, importer: string) => boolean; code: string };

const stubs: readonly Stub[] = [
  // antd's table brings the tree component along, for a kind of filter that no list here has.
  {
    name: 'tree',
    stands: (source, importer) =>
      source.endsWith('/tree') && importer.includes('/antd/es/table/hooks/useFilter/'),
    code: 'export default () => null;',
  },
  // A form brings tooltips for its labels, which none here has: a label is followed by a hint in plain sight.
  {
    name: 'label-tooltip',
    stands: (source, importer) => source === '../tooltip' && importer.includes('/antd/es/form/'),
    code: 'export default () => null;',
  },
  // Schemas describe themselves as JSON schema for the server's documentation alone.
  {
    name: 'json-schema',
    stands: (source, importer) =>
      source.endsWith('/core/to-json-schema.js') && importer.endsWith('/zod/v4/classic/schemas.js'),
    code: 'export const createToJSONSchemaMethod = () => () => ({}), createStandardJSONSchemaMethod = () => () => ({});',
  },
];

export const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const stub = stubs.find(({ stands }) => stands(source, importer));
    return stub === undefined ? null : `\0stub:${stub.name}`;
  },
  load: (id) => stubs.find(({ name }) => id === `\0stub:${name}`)?.code ?? null,
  transform(code, id) {
    if (!id.endsWith('/zod/v4/classic/schemas.js')) return null;
    return { code: code.replace(/^ *inst\._zod\.processJSONSchema = .*;$/gm, ''), map: null };
  },
};

/** Matches antd's components. */
const antd = (...names: string[]) => new RegExp(`/node_modules/antd/es/(${names.join('|')})/index\\.js$`);
/** Matches files of ours by the ends of their paths. */
const own = (...names: string[]) => new RegExp(`/src/(.*/)?(${names.join('|')})\\.tsx?$`);

const any = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'));

/**
 * By itself the bundler makes a file of every module that two pages share: a hundred requests a page. Here are the
 * layers that pages share instead, each built on those before it: a layer takes what its members import, as far as no
 * layer before it has it.
 */
export const layers = {
  groups: [
    // What every page needs, which stays in the browser's cache over releases. Of the form library one small context
    // is needed early; its controls come with the first form.
    {
      name: 'libraries',
      tags: ['$initial' as const],
      test: /\/node_modules\/(?!@rc-component\/(form\/es\/(?!FormContext)|async-validator\/))/,
      includeDependenciesRecursively: false,
    },
    { name: 'main', tags: ['$initial' as const] },
    { name: 'basics', test: antd('alert') },
    { name: 'inputs', test: /\/node_modules\/antd\/es\/(input\/(Input|Password)|checkbox\/index)\.js$/ },
    { name: 'forms', test: antd('form') },
    {
      name: 'entry',
      test: /\/src\/(.*\/)?(pages\/login\/Login|OperatorLogin|OperatorRoutes|pages\/login\/LogInPage|ui\/late)\.tsx$/,
    },
    // Contract, queries, rules and icons: small, and most pages need most of them.
    {
      name: 'common',
      minShareCount: 2,
      test: /\/packages\/(contract|api-client)\/|\/(apps\/\w+|packages\/ui)\/src\/.*\.ts$|\/@ant-design\/icons|\/antd\/es\/(_util|style)\//,
    },
    { name: 'menus', test: antd('dropdown', 'menu', 'tooltip') },
    { name: 'realtime', test: /\/node_modules\/socket\.io-client\// },
    {
      name: 'marks',
      test: any(
        antd('badge', 'tag', 'skeleton', 'empty', 'popover', 'spin'),
        own('EmptyState', 'ForeignText', 'CopyButton', 'Moment', 'StateReason', 'NoticeLevel', 'ChatText'),
        own('NotificationLink', 'ContactList', 'LatestList'),
      ),
    },
    { name: 'shell', test: own('shell/(Shell|SideMenu|NavbarTools)', 'UrgentBanner', 'connect-realtime') },
    { name: 'dialogs', test: antd('modal', 'popconfirm', 'drawer') },
    { name: 'more-inputs', test: antd('input', 'input-number', 'switch', 'radio', 'segmented') },
    {
      name: 'select',
      test: any(antd('select'), own('ui/Found\\w+', 'SubAccount(Select|Filter)', 'TimeZoneSelect')),
    },
    {
      name: 'table',
      test: any(
        antd('pagination', 'table'),
        own('ui/(ListPage|PagedTable|SearchField|ColumnMenu|ExportFile|MoreMenu|PlatformFilter|BatchBar)'),
      ),
    },
    { name: 'dates', test: antd('date-picker') },
  ],
};

/** Loading these does nothing by itself, which they don't say; else one name of theirs brings the whole package. */
export const withoutSideEffects = [
  { test: /\/node_modules\/@rc-component\//, sideEffects: false },
  { test: /\/packages\/(api-client|contract|ui)\/src\/.*\.tsx?$/, sideEffects: false },
];
