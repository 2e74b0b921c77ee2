import type { IForbiddenRuleType } from 'dependency-cruiser';

/** A rule that always has a name and a cure, which are shown to a developer who violates it. */
export type BoundaryRule = IForbiddenRuleType & { name: string; severity: 'error'; comment: string };

const modules = '^apps/server/src/modules';
/** The project's own files, without the libraries that npm installs in a workspace's own `node_modules`. */
const ours = '^(apps|packages|tools|bench|e2e)/(?!.*node_modules/)';

/** Code for tests and demonstrations only; it may import more, and production code must not import it. */
const forTests = [
  String.raw`\.(test|journey)\.tsx?$`,
  String.raw`/fakes\.ts$`,
  '/fixtures/',
  String.raw`/testing(/|\.tsx?$)`,
  String.raw`/conformance(/|\.ts$)`,
  '^apps/server/src/demo/',
];
/** Examples of endpoints, and the functions that build them. */
const contractExamples = [String.raw`^packages/contract/src/(example\.ts$|examples/|[^/]+/examples\.ts$)`];
/** Values of the contract that the share page may import: files without a schema. */
const sharePageCode = String.raw`^packages/contract/src/(work-order-shares/(snapshot-chain|shown-days)|catalogues/visitor-names)\.ts$`;
const production = { path: '^(apps|packages)/[^/]+/src/', pathNot: forTests };

const forbid = (name: string, cure: string, from: object, to: object): BoundaryRule => ({
  name,
  severity: 'error',
  comment: cure,
  from,
  to,
});

/** Rules between the workspaces. */
const packageRules: BoundaryRule[] = [
  forbid(
    'contract-sees-zod-only',
    'The contract is shared by server and browser: it may import zod and itself. Move the rest to its user.',
    { path: '^packages/contract/src/', pathNot: forTests },
    { pathNot: ['^packages/contract/', 'node_modules/zod/'] },
  ),
  forbid(
    'examples-stay-off-pages',
    'The examples of the contract are for the API description and for tests: pages would load them all. Move what is shared to the endpoints.',
    {
      path: '^(apps/(console|desk|share|widget)|packages/(ui|api-client|chat-core|contract))/src/',
      pathNot: [...forTests, ...contractExamples],
    },
    { path: contractExamples },
  ),
  forbid(
    'connectors-see-contract-only',
    'A connector knows the contract and its platform. What it needs from the server comes in through the host of spec.ts.',
    { path: '^packages/connectors/' },
    // `production-without-test-code` restricts test helpers to tests.
    { path: ours, pathNot: '^packages/(connectors|contract|testing)/' },
  ),
  forbid(
    'embedded-postgres-sees-itself-only',
    'The embedded database knows nothing of what is stored in it. Take it as a parameter.',
    { path: '^packages/embedded-postgres/' },
    { path: ours, pathNot: '^packages/embedded-postgres/' },
  ),
  forbid(
    'testing-sees-itself-only',
    'Tests of every workspace share these helpers, which know none of them. Put helpers for one workspace into its own testing/.',
    { path: '^packages/testing/' },
    { path: ours, pathNot: '^packages/testing/' },
  ),
  forbid(
    'engines-see-contract-only',
    'An engine knows the contract and its service. What it needs from the server comes in through spec.ts.',
    { path: '^packages/engines/' },
    // `production-without-test-code` restricts test helpers to tests.
    { path: ours, pathNot: '^packages/(engines|contract|testing)/' },
  ),
  forbid(
    'api-client-sees-contract-only',
    'The client is derived from the contract. What a screen adds belongs to that screen.',
    { path: '^packages/api-client/' },
    { path: ours, pathNot: '^packages/(api-client|contract)/' },
  ),
  forbid(
    'chat-core-sees-api-client-only',
    'The chat core runs in any client: it may import the API client, the contract and itself. Take the rest as a parameter.',
    { path: '^packages/chat-core/src/', pathNot: forTests },
    { pathNot: '^packages/(chat-core|api-client|contract)/' },
  ),
  forbid(
    'ui-sees-contract-and-react-only',
    'Shared UI takes data as properties: only the contract, React, antd and i18next may be imported. Fetch in the app.',
    { path: '^packages/ui/src/', pathNot: forTests },
    {
      pathNot: [
        '^packages/(ui|contract)/',
        'node_modules/(@types/)?(react|react-dom|react-i18next|i18next|antd)/',
        'node_modules/@ant-design/',
      ],
    },
  ),
  forbid(
    'packages-by-name',
    'Another workspace is imported by its name (@parley/…), through the doors in its package.json.',
    { path: '^(apps|packages)/([^/]+)/' },
    { path: '^packages/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
  ),
  forbid(
    'apps-apart',
    'Two apps never import each other: what they share is a package.',
    { path: '^apps/([^/]+)/' },
    { path: '^apps/', pathNot: '^apps/$1/' },
  ),
  forbid(
    'product-apart-from-workshop',
    'Apps and packages never import tools, benchmarks or journeys: these use the product, not the other way.',
    // The build configuration of an app belongs to the tools, wherever the file is.
    { path: '^(apps|packages)/', pathNot: String.raw`^apps/[^/]+/vite\.config\.ts$` },
    { path: '^(tools|bench|e2e)/' },
  ),
];

/** Rules inside the server. */
const serverRules: BoundaryRule[] = [
  forbid(
    'base-knows-no-nouns',
    'Base serves every module and knows none: of ours only the contract may be imported. Pass it in as a parameter.',
    { path: '^apps/server/src/base/' },
    // The embedded database has no nouns either, nor do test helpers, which `production-without-test-code` restricts to tests.
    { path: ours, pathNot: ['^apps/server/src/base/', '^packages/(contract|embedded-postgres|testing)/'] },
  ),
  forbid(
    'schema-sees-base-only',
    'schema/ holds tables and the types of their columns: it may import base and the contract. Move the rest to its module.',
    { path: '^apps/server/src/schema/' },
    { path: ours, pathNot: ['^apps/server/src/(schema|base)/', '^packages/contract/'] },
  ),
  forbid(
    'module-by-its-door',
    'Another module is used through its index.ts. Export there what you need, or ask whether the rule belongs to it.',
    { path: `${modules}/([^/]+)/` },
    { path: `${modules}/`, pathNot: [`${modules}/$1/`, String.raw`${modules}/[^/]+/(index|fakes)\.ts$`] },
  ),
  forbid(
    'module-looks-down',
    'A module sees schema, base, the contract and other modules. Configuration and wiring are handed to it by app.ts.',
    { path: `${modules}/` },
    {
      path: ours,
      // Tests of a module may start the whole app; `production-without-test-code` keeps it out of the rest.
      pathNot: [
        '^apps/server/src/(schema|base|modules|testing)/',
        '^packages/(contract|connectors|engines|testing)/',
      ],
    },
  ),
  forbid(
    'only-channels-sees-connectors',
    'Connectors are reached through the channels module: use its index.ts.',
    {
      path: '^(apps|packages)/',
      pathNot: ['^packages/connectors/', `${modules}/channels/`, '^apps/server/src/(demo|testing)/'],
    },
    { path: '^packages/connectors/' },
  ),
  forbid(
    'only-translation-sees-engines',
    'Engines are reached through the translation module: use its index.ts.',
    {
      path: '^(apps|packages)/',
      pathNot: ['^packages/engines/', `${modules}/translation/`, '^apps/server/src/(demo|testing)/'],
    },
    { path: '^packages/engines/' },
  ),
  forbid(
    'only-app-knows-modules',
    'app.ts is the one file that wires the modules, commands.ts takes what works without an app. Register there.',
    {
      path: '^apps/server/src/',
      pathNot: [`${modules}/`, String.raw`^apps/server/src/(app|commands)\.ts$`, ...forTests],
    },
    { path: `${modules}/` },
  ),
  forbid(
    'app-uses-doors',
    'app.ts, commands.ts, the demonstration, the benchmarks and tests of the whole app use a module through its index.ts.',
    { path: String.raw`^(apps/server/src/((app|commands)\.ts$|demo/|testing/)|bench/)` },
    { path: `${modules}/`, pathNot: String.raw`${modules}/[^/]+/index\.ts$` },
  ),
  {
    ...forbid(
      'no-module-circles',
      'Two modules that need each other are one module, or one of them publishes an event that the other takes.',
      { path: `${modules}/[^/]+$` },
      { path: `${modules}/[^/]+$`, circular: true },
    ),
    scope: 'folder',
  },
];

/** Layers of console and desk, top first: each imports only those below it. */
const webRules: BoundaryRule[] = [
  forbid(
    'pages-below-app',
    'A page never imports from app/: move the shared piece to features/, entities/, ui/ or lib/. Its tests may, from app/testing/.',
    { path: '^apps/(console|desk)/src/pages/' },
    // `production-without-test-code` forbids this in production code too.
    { path: '^apps/$1/src/app/', pathNot: '^apps/$1/src/app/testing/' },
  ),
  forbid(
    'features-below-pages',
    'A feature never imports from pages/ or app/: the page composes and hands it what it needs.',
    { path: '^apps/(console|desk)/src/features/' },
    { path: '^apps/$1/src/(app|pages)/' },
  ),
  forbid(
    'entities-below-features',
    'entities/ holds what several features show of a noun, and imports none of them: take it as a property or a child.',
    { path: '^apps/(console|desk)/src/entities/' },
    { path: '^apps/$1/src/(app|pages|features)/' },
  ),
  forbid(
    'ui-below-entities',
    'ui/ knows no nouns: it never imports entities, features, pages or app. Take it as a property or a child.',
    { path: '^apps/(console|desk)/src/ui/' },
    { path: '^apps/$1/src/(app|pages|features|entities)/' },
  ),
  forbid(
    'lib-below-ui',
    'lib/ is the lowest layer: it imports no other.',
    { path: '^apps/(console|desk)/src/lib/' },
    { path: '^apps/$1/src/(app|pages|features|entities|ui)/' },
  ),
  forbid(
    'features-apart',
    'Features never import each other: the page composes them, or the shared piece moves to entities/, ui/ or lib/.',
    { path: '^apps/(console|desk)/src/features/([^/]+)/' },
    { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
  ),
  forbid(
    'widget-sees-contract-only',
    'The widget stays small: of ours it may import types of the contract.',
    { path: '^apps/widget/' },
    { path: ours, pathNot: '^(apps/widget|packages/contract)/' },
  ),
  forbid(
    'widget-sees-types-only',
    'The widget stays small: write `import type`; a value of the contract would bring its schemas along.',
    { path: '^apps/widget/src/', pathNot: forTests },
    { path: '^packages/contract/', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'share-page-stays-small',
    'The share page is for visitors’ phones: of ours it may import types of the contract, the check of signed days, the names of visitors, and style sheets.',
    { path: '^apps/share/src/', pathNot: forTests },
    {
      path: ours,
      pathNot: [
        '^apps/share/',
        '^packages/contract/src/((work-order-shares|chat-shares|split-reports)/)?index\\.ts$',
        sharePageCode,
        '^packages/ui/src/.*\\.css$',
      ],
    },
  ),
  forbid(
    'share-page-sees-types-only',
    'The share page stays small: write `import type`; a value of the contract would bring its schemas along.',
    { path: '^apps/share/src/', pathNot: forTests },
    {
      path: '^packages/contract/',
      pathNot: sharePageCode,
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'browser-without-node',
    'This code runs in a browser, where node: modules do not exist.',
    {
      path: '^(apps/(console|desk|share|widget)|packages/(ui|api-client|chat-core|contract))/src/',
      pathNot: forTests,
    },
    { dependencyTypes: ['core'] },
  ),
];

/** Rules for the whole tree. */
const everywhereRules: BoundaryRule[] = [
  forbid(
    'no-circles',
    'Files that import each other cannot be read apart: split out what both need.',
    {},
    { circular: true },
  ),
  forbid(
    'resolvable',
    'The import leads nowhere: correct the path or add the dependency.',
    {},
    {
      couldNotResolve: true,
      // Except Vite's queries, and virtual modules created by a build.
      pathNot: String.raw`\?|^virtual:`,
    },
  ),
  forbid(
    'production-without-test-code',
    'Fakes, fixtures and testing helpers stay out of production code.',
    production,
    {
      path: forTests,
    },
  ),
  forbid(
    'production-without-dev-dependencies',
    'A devDependency is absent in an installation: move it to dependencies, or the code to a test.',
    production,
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'production-declares-dependencies',
    "The package is found only by luck of hoisting: add it to this workspace's package.json.",
    production,
    {
      path: 'node_modules',
      dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only'],
    },
  ),
];

/**
 * The rules on which folder may import which. For each rule, a fixture under `violations/<name>/` violates that rule and no
 * other.
 */
export const boundaryRules: readonly BoundaryRule[] = [
  ...packageRules,
  ...serverRules,
  ...webRules,
  ...everywhereRules,
];
