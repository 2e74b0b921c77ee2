/**
 * Shares the build of console and desk: how their code is cut into files, and which parts of libraries are left out.
 */
import type { ESTree, Plugin } from 'vite';

/** Replaces a module that is never called here, where the bundler can't see that. */
type Stub = { name: string; stands: (source: string, importer: string) => boolean; code: string };

const stubs: readonly Stub[] = [
  // antd's table brings filters in its head along, which no list here has: those stand above it, and in the address.
  {
    name: 'column-filters',
    stands: (source, importer) =>
      source === './FilterDropdown' && importer.includes('/antd/es/table/hooks/useFilter/'),
    code: 'export const flattenKeys = () => []; export default () => null;',
  },
  // Nor does a list choose a single row, or render only what is in sight.
  {
    name: 'row-choice',
    stands: (source, importer) => source === '../../radio' && importer.includes('/antd/es/table/hooks/'),
    code: 'export default () => null;',
  },
  {
    name: 'virtual-table',
    stands: (source, importer) =>
      source === './RcTable/VirtualTable' && importer.endsWith('/antd/es/table/InternalTable.js'),
    code: 'export default () => null;',
  },
  // A field is a line or an area: none has a button, or a box for each digit.
  {
    name: 'field-kinds',
    stands: (source, importer) =>
      /^\.\/(OTP|Search|Group)$/.test(source) && importer.endsWith('/antd/es/input/index.js'),
    code: 'export default () => null;',
  },
  // Nor has a mark a ribbon, a tag a box to tick, or a row of controls a caption.
  {
    name: 'mark-kinds',
    stands: (source, importer) =>
      /^\.\/(Ribbon|CheckableTag|CheckableTagGroup|Addon)$/.test(source) &&
      /\/antd\/es\/(badge|tag|space)\/index\.js$/.test(importer),
    code: 'export default () => null;',
  },
  // Menus and pickers bring a standing half along, for the documentation of antd.
  {
    name: 'standing-half',
    stands: (source, importer) =>
      source === '../_util/PurePanel' && /\/antd\/es\/(select|dropdown|[a-z]+-picker)\//.test(importer),
    code: 'export default () => () => null;',
  },
  // Uploads show their own state.
  {
    name: 'upload-list',
    stands: (source, importer) => source === './UploadList' && importer.includes('/antd/es/upload/'),
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
  async resolveId(source, importer = '') {
    // Every control asks whether it stands in a form, which must not bring the form library along.
    if (source === '@rc-component/form' && importer.endsWith('/antd/es/form/context.js'))
      return this.resolve('@rc-component/form/es/FormContext.js', importer);
    const stub = stubs.find(({ stands }) => stands(source, importer));
    return stub === undefined ? null : `\0stub:${stub.name}`;
  },
  load: (id) => stubs.find(({ name }) => id === `\0stub:${name}`)?.code ?? null,
  transform(code, id) {
    if (!id.endsWith('/zod/v4/classic/schemas.js')) return null;
    const lean = code
      .replace(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
      // `z.string().jwt()` and its like, which include every format; the contract uses `z.email()`.
      .replace(/^ {4}\w+\(params\) \{\s+return this\.check\(core\._\w+\(Zod\w+, params\)\);\s+\},$/gm, '');
    return { code: lean, map: null };
  },
};

/**
 * The version of @rc-component/dialog whose content hands out the functions of its panel as they are when it renders.
 * A dialog that is destroyed when hidden has no panel yet at the moment when it is opened again, so `focus` is missing,
 * and moving the focus into the dialog throws and takes the page with it. Look again when it changes.
 */
export const dialogWithoutFocus = '1.10.0';

/** Lets a dialog look for its panel when its focus is wanted. */
export const focusableDialog = {
  name: 'focusable-dialog',
  apply: 'build',
  transform(code: string, id: string) {
    if (!id.endsWith('/@rc-component/dialog/es/Dialog/Content/index.js')) return null;
    const taken = '...panelRef.current,';
    if (!code.includes(taken)) throw new Error(`@rc-component/dialog is no longer ${dialogWithoutFocus}`);
    return { code: code.replace(taken, 'focus: () => panelRef.current?.focus(),'), map: null };
  },
} satisfies Plugin;

/** Of a declared endpoint, what the server alone reads. */
const ofTheServer = new Set([
  'summary',
  'errors',
  'rateLimit',
  'furtherLimits',
  'allowedInDemo',
  'stores',
  'beforePasswordChange',
  'audit',
]);

/** Takes out of the contract what no browser reads: requests are typed by it, and checked by the server. */
export const leanContract: Plugin = {
  name: 'lean-contract',
  apply: 'build',
  transform(code, id) {
    if (!/\/packages\/contract\/src\/.*\.ts$/.test(id) || !code.includes('endpoint(')) return null;
    const cuts: { start: number; end: number }[] = [];
    for (const declared of declarationsIn(this.parse(code)))
      for (const property of declared.properties)
        if (
          property.type === 'Property' &&
          property.key.type === 'Identifier' &&
          ofTheServer.has(property.key.name)
        )
          cuts.push(property);
    let lean = code;
    for (const { start, end } of cuts.sort((a, b) => b.start - a.start))
      lean = lean.slice(0, start) + lean.slice(end).replace(/^\s*,/, '');
    return { code: lean, map: null };
  },
};

/** The objects in `export const name = endpoint({…})`. */
function declarationsIn(program: ESTree.Program): ESTree.ObjectExpression[] {
  return program.body
    .flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
        ? statement.declaration.declarations
        : [],
    )
    .flatMap(({ init }) =>
      init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
        ? init.arguments
        : [],
    )
    .filter((argument) => argument.type === 'ObjectExpression');
}

/** Matches antd's components. */
const antd = (...names: string[]) => new RegExp(`/node_modules/antd/es/(${names.join('|')})/index\\.js$`);
/** The patterns of the project's own files below, each of which matches one. */
export const ownFiles: RegExp[] = [];

/** Matches the project's files by the ends of their paths. */
function own(...names: string[]): RegExp {
  const patterns = names.map((name) => new RegExp(`/src/(?:.*/)?${name}\\.tsx?$`));
  ownFiles.push(...patterns);
  return any(...patterns);
}

const any = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'));

/**
 * On its own the bundler makes a file of every module that two pages share: a hundred requests a page. Here are the
 * layers that pages share instead, each built on those before it: a layer takes what its members import, as far as no
 * layer before it has it.
 */
export const layers = {
  groups: [
    // Code that every page needs, which stays in the browser's cache over releases. Of the form library one small
    // context is needed early; its controls come with the first form.
    {
      name: 'libraries',
      tags: ['$initial' as const],
      test: /\/node_modules\/(?!@rc-component\/(form\/es\/(?!FormContext)|async-validator\/))/,
      includeDependenciesRecursively: false,
    },
    { name: 'main', tags: ['$initial' as const] },
    // Code that both login pages and lists need: its dependencies must not be in a later layer, which would be loaded
    // too.
    {
      name: 'basics',
      test: any(
        antd('alert'),
        /\/antd\/es\/(_util|style|config-provider\/hooks|grid\/(hooks|style)|form\/hooks\/useVariants)|\/@rc-component\/util\//,
        /\/(UserOutlined|LockOutlined)\.js$/,
        own(
          'ui/use-unsaved-changes-dialog',
          'feedback/lazy-dialog',
          'feedback/lazy-part',
          'ui/EntryLayout',
          'ui/BrandMark',
          'ui/ChangedMeanwhile',
          'feedback/ErrorPanel',
          'feedback/OfflineBanner',
          'controls/use-clear',
          'lib/form-rules',
        ),
        /\/@tanstack\/(query-core\/build\/modern\/mutationObserver|react-query\/build\/modern\/useMutation)\.js$/,
      ),
    },
    // Before the lines of text, which would take these along.
    {
      name: 'text-area',
      test: any(
        /\/@rc-component\/input\/es\/(TextArea|ResizableTextArea|calculateNodeHeight)\b/,
        /\/antd\/es\/input\/(index|TextArea|style\/(otp|search|textarea))\b/,
        /stub:field-kinds/,
      ),
      includeDependenciesRecursively: false,
    },
    {
      name: 'fields',
      test: /\/node_modules\/antd\/es\/(input\/(Input|Password)|checkbox\/index)\.js$/,
    },
    { name: 'forms', test: antd('form') },
    {
      name: 'entry',
      test: /\/src\/(.*\/)?(pages\/login\/Login|OperatorLogin|OperatorRoutes|pages\/login\/LogInPage)\.tsx$/,
    },
    // Of the operator alone.
    {
      name: 'operating',
      test: /\/features\/(mails|operator-login|owners|system-settings|tenants)\/.*\.ts$|\/contract\/src\/(operator|tenants)\/(?!errors)/,
      includeDependenciesRecursively: false,
    },
    // Of the pages of fans and work orders.
    {
      name: 'fans',
      minShareCount: 2,
      test: /\/(contract\/src|features|entities)\/(dedupe-libraries|fan-tags|fans|split-domains|split-links|split-reports|work-order-shares|work-orders)\/(?!errors|use-(?:\w+-)+filters?\b).*\.ts$/,
      includeDependenciesRecursively: false,
    },
    // Of the pages of materials and replies.
    {
      name: 'material',
      minShareCount: 2,
      test: /\/(contract\/src|features|entities)\/(automation|materials|quick-replies|reply-rules|template-text)\/(?!errors).*\.ts$/,
      includeDependenciesRecursively: false,
    },
    // The sentences of all errors are among the details of audit entries; everywhere else the server's answer has its own.
    {
      name: 'audit',
      test: /\/contract\/src\/(audit\/|([\w-]+\/)?errors\.ts$)|\/features\/audit-log\/.*\.ts$/,
      includeDependenciesRecursively: false,
    },
    // Of the chat history alone; live updates need a part of it on every page.
    {
      name: 'history',
      test: /\/contract\/src\/conversations\/(chat-history|chat-retention|message-search)\.ts$|\/contract\/src\/chat-shares\/(?!errors)|\/features\/chat-history\/(?!apply-change|keys).*\.ts$/,
      includeDependenciesRecursively: false,
    },
    // Of alerts, which come to every page some time after it.
    {
      name: 'alerts',
      test: /\/contract\/src\/sensitive-words\/alerts\.ts$|\/features\/sensitive-words\/unseen-alerts\.ts$/,
      includeDependenciesRecursively: false,
    },
    // Of the page of sensitive words.
    {
      name: 'sensitive',
      minShareCount: 2,
      test: /\/contract\/src\/sensitive-words\/(?!errors)|\/features\/sensitive-words\/.*\.ts$/,
      includeDependenciesRecursively: false,
    },
    // Of the dialogs in which accounts are paired.
    {
      name: 'pairing',
      test: /\/contract\/src\/channels\/account-pairing\.ts$|\/features\/social-accounts\/use-pairing\.ts$/,
      includeDependenciesRecursively: false,
    },
    // Contract, queries, rules and icons: small, and most pages need most of them.
    {
      name: 'common',
      minShareCount: 2,
      test: /\/packages\/(contract|api-client)\/|\/(apps\/\w+|packages\/ui)\/src\/(?!ui\/(?:list|charts)\/|.*\/use-(?:\w+-)+filters?\b).*\.ts$|\/@ant-design\/icons/,
    },
    { name: 'menus', test: antd('dropdown', 'menu', 'tooltip') },
    {
      name: 'marks',
      test: any(
        antd('badge', 'tag', 'skeleton', 'empty', 'popover', 'spin', 'popconfirm'),
        own(
          'TimeZoneLink',
          'EmptyState',
          'ForeignText',
          'CopyButton',
          'Moment',
          'StateReason',
          'controls/Question',
          'NoticeLevel',
          'ChatText',
        ),
        own('NotificationLink', 'ContactList', 'LatestList'),
      ),
    },
    { name: 'dialogs', test: antd('modal', 'drawer') },
    {
      name: 'select',
      test: any(
        antd('select'),
        own(
          'ui/SearchSelect',
          'ui/SearchMultiSelect',
          'SubAccountSelect',
          'SocialAccountSelect',
          'TimeZoneSelect',
        ),
      ),
    },
    // Lists that are no tables have these too.
    {
      name: 'search',
      test: any(/\/@tanstack\/react-query\/build\/modern\/useInfiniteQuery\.js$/, own('ui/SearchField')),
    },
    {
      name: 'table',
      test: any(
        antd('pagination', 'table'),
        own('ui/ExportFile', 'ui/MoreMenu', 'ui/SidewaysTable'),
        own('use-platform-filter', 'use-sub-account-filter'),
        // But for what is opened, and for days, which most lists are not filtered by.
        /\/src\/ui\/list\/(?!SavedViews|ColumnChoices|FilterDrawer|ConfirmDialog|use-day-filter|locales)/,
      ),
    },
    { name: 'more-inputs', test: antd('input-number', 'switch', 'radio') },
    // Of home, fans and work orders. Without the queries of fans, which the settings have as well.
    {
      name: 'figures',
      test: any(
        /\/(antd\/es|@rc-component)\/(segmented|card)\/|\/node_modules\/d3-|\/src\/ui\/charts\/(?!locales)|\/goal-progress\.css$|\/fan-statistics\.css$/,
        own(
          'GoalProgress',
          'RulesLink',
          'FanFigures',
          'ResetStatistics',
          'FansRank',
          'GrowthChart',
          'growth-series',
        ),
      ),
      includeDependenciesRecursively: false,
    },
    { name: 'upload', test: antd('upload') },
    { name: 'avatar', test: any(antd('avatar'), own('ui/UploadProblem', 'lib/use-upload')) },
    { name: 'dates', test: antd('date-picker') },
  ],
};

/** Loading these has no side effects, which they don't declare; else one import brings the whole package. */
export const withoutSideEffects = [
  { test: /\/node_modules\/@rc-component\//, sideEffects: false },
  { test: /\/packages\/(api-client|chat-core|contract|ui)\/src\/.*\.tsx?$/, sideEffects: false },
];

/** Functions that create schemas and endpoints; where the result is unused, the call is removed too. */
export const withoutCallEffects = ['z', 'endpoint'];
