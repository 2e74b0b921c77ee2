/**
 * The build configuration shared by console and desk: how code is split into files, and which parts of libraries are left out.
 */
import type { ESTree, Plugin } from 'vite';

/** Replaces a module that is never called here, although the bundler can't detect that. */
type Stub = { name: string; stands: (source: string, importer: string) => boolean; code: string };

const stubs: readonly Stub[] = [
  // antd's table includes column filters, which no list here uses: filters are above the list, and in the address.
  {
    name: 'column-filters',
    stands: (source, importer) =>
      source === './FilterDropdown' && importer.includes('/antd/es/table/hooks/useFilter/'),
    code: 'export const flattenKeys = () => []; export default () => null;',
  },
  // No list selects a single row either, or virtualizes its rows.
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
  // Fields are inputs or text areas: none has a search button, or a box per digit.
  {
    name: 'field-kinds',
    stands: (source, importer) =>
      /^\.\/(OTP|Search|Group)$/.test(source) && importer.endsWith('/antd/es/input/index.js'),
    code: 'export default () => null;',
  },
  // No badge has a ribbon, no tag a checkbox, and no row of controls a label.
  {
    name: 'mark-kinds',
    stands: (source, importer) =>
      /^\.\/(Ribbon|CheckableTag|CheckableTagGroup|Addon)$/.test(source) &&
      /\/antd\/es\/(badge|tag|space)\/index\.js$/.test(importer),
    code: 'export default () => null;',
  },
  // Menus and pickers include a static variant for antd's own documentation.
  {
    name: 'standing-half',
    stands: (source, importer) =>
      source === '../_util/PurePanel' && /\/antd\/es\/(select|dropdown|[a-z]+-picker)\//.test(importer),
    code: 'export default () => () => null;',
  },
  // Uploads show their state in their own components.
  {
    name: 'upload-list',
    stands: (source, importer) => source === './UploadList' && importer.includes('/antd/es/upload/'),
    code: 'export default () => null;',
  },
  // A form includes tooltips for its labels, which none here has: hints are visible below the label.
  {
    name: 'label-tooltip',
    stands: (source, importer) => source === '../tooltip' && importer.includes('/antd/es/form/'),
    code: 'export default () => null;',
  },
  // Only the server's documentation describes schemas as JSON schema.
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
    // Every control checks whether it is inside a form, which must not pull in the form library.
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
      // Methods such as `z.string().jwt()`, which pull in every format; the contract uses `z.email()`.
      .replace(/^ {4}\w+\(params\) \{\s+return this\.check\(core\._\w+\(Zod\w+, params\)\);\s+\},$/gm, '');
    return { code: lean, map: null };
  },
};

/**
 * The version of @rc-component/dialog whose content exposes its panel's functions as they are when it renders. A dialog that
 * is destroyed when hidden has no panel yet when it is opened again, so `focus` is missing, and moving the focus into the
 * dialog throws and crashes the page. Check again when it changes.
 */
export const dialogWithoutFocus = '1.10.0';

/** Patches a dialog to look up its panel when its focus is requested. */
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

/** Properties of a declared endpoint that only the server reads. */
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

/** Removes what no browser reads from the contract: it types the requests, and the server checks them. */
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

/** Returns the objects in `export const name = endpoint({…})`. */
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

/** Returns a pattern of antd's components. */
const antd = (...names: string[]) => new RegExp(`/node_modules/antd/es/(${names.join('|')})/index\\.js$`);
/** The patterns of the project's own files below; each must match a file. */
export const ownFiles: RegExp[] = [];

/** Returns a pattern of the project's files by the ends of their paths. */
function own(...names: string[]): RegExp {
  const patterns = names.map((name) => new RegExp(`/src/(?:.*/)?${name}\\.tsx?$`));
  ownFiles.push(...patterns);
  return any(...patterns);
}

const any = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'));

/**
 * By default the bundler creates a file for every module that two pages share: a hundred requests per page. Instead, these are
 * the layers that pages share, each based on those before it: a layer contains what its members import, except what an earlier
 * layer has.
 */
export const layers = {
  groups: [
    // Code that every page needs, which remains in the browser's cache across releases. One small context of the form library
    // is needed early; its controls are loaded with the first form.
    {
      name: 'libraries',
      tags: ['$initial' as const],
      test: /\/node_modules\/(?!@rc-component\/(form\/es\/(?!FormContext)|async-validator\/))/,
      includeDependenciesRecursively: false,
    },
    { name: 'main', tags: ['$initial' as const] },
    // Code that both login pages and lists need: its dependencies must not be in a later layer, which would then be loaded
    // too.
    {
      name: 'basics',
      test: any(
        antd('alert'),
        /\/antd\/es\/(_util|style|config-provider\/hooks|grid\/(hooks|style)|form\/hooks\/useVariants)|\/@rc-component\/util\//,
        /\/(UserOutlined|LockOutlined)\.js$/,
        own(
          'ui/use-unsaved-changes-dialog',
          'ui/use-guarded-address',
          'lib/unsaved-changes',
          'feedback/lazy-dialog',
          'feedback/lazy-part',
          'ui/EntryLayout',
          'ui/BrandMark',
          'ui/ChangedMeanwhile',
          'feedback/ErrorPanel',
          'feedback/OfflineBanner',
          'controls/use-allow-clear',
          'lib/form-rules',
        ),
        /\/@tanstack\/(query-core\/build\/modern\/mutationObserver|react-query\/build\/modern\/useMutation)\.js$/,
      ),
    },
    // Before the single-line inputs, whose layer would otherwise include these.
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
    // For the operator only.
    {
      name: 'operating',
      test: /\/features\/(mails|operator-login|owners|system-settings|tenants)\/.*\.ts$|\/contract\/src\/(operator|tenants)\/(?!errors)/,
      includeDependenciesRecursively: false,
    },
    // For the pages of fans and work orders.
    {
      name: 'fans',
      minShareCount: 2,
      test: /\/(contract\/src|features|entities)\/(dedupe-libraries|fan-tags|fans|prospective-fans|split-domains|split-links|split-reports|work-order-shares|work-orders)\/(?!errors|use-(?:\w+-)+filters?\b).*\.ts$|\/lib\/use-addressed-part\.ts$/,
      includeDependenciesRecursively: false,
    },
    // For the pages of materials and replies.
    {
      name: 'material',
      minShareCount: 2,
      test: /\/(contract\/src|features|entities)\/(automation|materials|quick-replies|reply-rules|template-text)\/(?!errors).*\.ts$/,
      includeDependenciesRecursively: false,
    },
    // Audit entries show the texts of all errors; everywhere else the server's response includes its own.
    {
      name: 'audit',
      test: /\/contract\/src\/(audit\/|([\w-]+\/)?errors\.ts$)|\/features\/audit-log\/.*\.ts$/,
      includeDependenciesRecursively: false,
    },
    // For the chat history only; live updates need a part of it on every page.
    {
      name: 'history',
      test: /\/contract\/src\/conversations\/(chat-history|chat-retention|message-search)\.ts$|\/contract\/src\/chat-shares\/(?!errors)|\/features\/chat-history\/(?!apply-change|keys).*\.ts$/,
      includeDependenciesRecursively: false,
    },
    // For alerts, which each page loads after a delay.
    {
      name: 'alerts',
      test: /\/contract\/src\/sensitive-words\/alerts\.ts$|\/features\/sensitive-words\/unseen-alerts\.ts$/,
      includeDependenciesRecursively: false,
    },
    // For the page of sensitive words.
    {
      name: 'sensitive',
      minShareCount: 2,
      test: /\/contract\/src\/sensitive-words\/(?!errors)|\/features\/sensitive-words\/.*\.ts$/,
      includeDependenciesRecursively: false,
    },
    // For the dialogs in which accounts are paired.
    {
      name: 'pairing',
      test: /\/contract\/src\/channels\/account-pairing\.ts$|\/features\/social-accounts\/use-pairing\.ts$/,
      includeDependenciesRecursively: false,
    },
    // For the settings of an account.
    {
      name: 'account',
      minShareCount: 2,
      test: /\/contract\/src\/identity\/(certification|two-factor)\.ts$|\/features\/(certification|two-factor)\/.*\.ts$/,
      includeDependenciesRecursively: false,
    },
    // For the lists of logins and of recorded acts.
    { name: 'devices', test: own('lib/device-name') },
    // For the dialogs in which links are shared.
    { name: 'sharing', test: own('share-links/access-values') },
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
          'RulesLink',
          'EmptyState',
          'ForeignText',
          'CopyButton',
          'Moment',
          'StateReason',
          'controls/ConfirmPopover',
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
    // Lists that aren't tables have these too.
    {
      name: 'search',
      test: any(/\/@tanstack\/react-query\/build\/modern\/useInfiniteQuery\.js$/, own('ui/SearchField')),
    },
    {
      name: 'table',
      test: any(
        antd('pagination', 'table'),
        own('ui/ExportFile', 'ui/MoreMenu', 'ui/ScrollableTable'),
        own('use-platform-filter', 'use-sub-account-filter'),
        // Except dialogs and drawers, and the day filter, which few lists have.
        /\/src\/ui\/list\/(?!SavedViews|ColumnChoices|FilterDrawer|ConfirmDialog|use-day-filter|locales)/,
      ),
    },
    { name: 'more-inputs', test: antd('switch', 'radio') },
    // For home, fans and work orders. Without the queries of fans, which the settings use as well.
    {
      name: 'figures',
      test: any(
        /\/(antd\/es|@rc-component)\/(segmented|card)\/|\/node_modules\/d3-|\/src\/ui\/charts\/(?!locales)|\/goal-progress\.css$|\/fan-statistics\.css$/,
        own('GoalProgress', 'FanFigures', 'ResetStatistics', 'FansRank', 'GrowthChart', 'growth-series'),
      ),
      includeDependenciesRecursively: false,
    },
    { name: 'upload', test: antd('upload') },
    { name: 'avatar', test: any(antd('avatar'), own('ui/UploadProblem', 'lib/use-upload')) },
    { name: 'dates', test: antd('date-picker') },
  ],
};

/** Loading these has no side effects, but they don't declare that; otherwise one import would include the whole package. */
export const withoutSideEffects = [
  { test: /\/node_modules\/@rc-component\//, sideEffects: false },
  { test: /\/packages\/(api-client|chat-core|contract|ui)\/src\/.*\.tsx?$/, sideEffects: false },
];

/** Functions that create schemas and endpoints; if the result is unused, the call is removed too. */
export const withoutCallEffects = ['z', 'endpoint'];
