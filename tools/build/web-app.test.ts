import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, type Plugin, parseAst } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { dialogWithoutFocus, focusableDialog, leaveOutUnused, ownFiles } from './web-app.ts';

const folder = path.dirname(createRequire(import.meta.url).resolve('@rc-component/dialog/package.json'));

test('the dialog is of the version whose focus gets lost: read its content when it changes', async () => {
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  expect(version).toBe(dialogWithoutFocus);
});

test('a dialog looks up its panel when its focus is requested', async () => {
  const id = path.join(folder, 'es/Dialog/Content/index.js');
  const built = focusableDialog.transform(await readFile(id, 'utf8'), id);
  expect(built?.code).toContain('focus: () => panelRef.current?.focus(),');
  expect(built?.code).not.toContain('...panelRef.current');
  expect(focusableDialog.transform('...panelRef.current,', '/another.js')).toBeNull();
});

test('the layers name existing files', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const files = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).flatMap((workspace) =>
      readdirSync(path.join(root, folder, workspace, 'src'), { recursive: true, encoding: 'utf8' }).map(
        (file) => `/src/${file}`,
      ),
    ),
  );
  expect(ownFiles).not.toHaveLength(0);
  expect(ownFiles.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([]);
});

/** Elements that render nothing in a build although tests render them, because their modules are left out. */
const leftOut =
  /\b(Input\.(OTP|Search|Group)|Badge\.Ribbon|Tag\.CheckableTag(Group)?|Space\.Addon|filterDropdown)\b/;

describe('what nothing here calls of a library', () => {
  const table = ['column-filters', 'row-choice', 'virtual-table'];
  const marks = ['mark-kinds', 'standing-half'];
  const stubs = [...table, ...marks, 'field-kinds', 'upload-list', 'label-tooltip', 'json-schema'];
  const names = ['table', 'input', 'upload', 'form', 'badge', 'tag', 'space', 'select'].map(
    (name) => `antd/es/${name}/index.js`,
  );
  /** The imports of each module of a build, by its path below `node_modules`. */
  const imports = new Map<string, readonly string[]>();
  const short = (id: string) => id.replaceAll('\\', '/').replace(/^.*\/node_modules\//, '');
  const schemas = { file: '', lean: '' };

  beforeAll(async () => {
    const look: Plugin = {
      name: 'look',
      transform(code, id) {
        if (short(id) === 'zod/v4/classic/schemas.js') Object.assign(schemas, { file: id, lean: code });
      },
      buildEnd() {
        for (const id of this.getModuleIds())
          imports.set(short(id), this.getModuleInfo(id)?.importedIds.map(short) ?? []);
      },
    };
    // Fails if a module imports a name that its stub doesn't export.
    await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [leaveOutUnused, look],
      build: { write: false, minify: false, rolldownOptions: { input: [...names, 'zod'] } },
    });
  });

  test.each([
    [
      'antd/es/table/hooks/useFilter/index.js',
      'column-filters',
      'antd/es/table/hooks/useFilter/FilterDropdown.js',
    ],
    ['antd/es/table/hooks/useSelection.js', 'row-choice', 'antd/es/radio/index.js'],
    ['antd/es/table/InternalTable.js', 'virtual-table', 'antd/es/table/RcTable/VirtualTable.js'],
    ['antd/es/input/index.js', 'field-kinds', 'antd/es/input/OTP/index.js'],
    ['antd/es/input/index.js', 'field-kinds', 'antd/es/input/Search.js'],
    ['antd/es/input/index.js', 'field-kinds', 'antd/es/input/Group.js'],
    ['antd/es/upload/Upload.js', 'upload-list', 'antd/es/upload/UploadList/index.js'],
    ['antd/es/form/FormItemLabel.js', 'label-tooltip', 'antd/es/tooltip/index.js'],
    ['antd/es/badge/index.js', 'mark-kinds', 'antd/es/badge/Ribbon.js'],
    ['antd/es/tag/index.js', 'mark-kinds', 'antd/es/tag/CheckableTag.js'],
    ['antd/es/tag/index.js', 'mark-kinds', 'antd/es/tag/CheckableTagGroup.js'],
    ['antd/es/space/index.js', 'mark-kinds', 'antd/es/space/Addon.js'],
    ['antd/es/select/index.js', 'standing-half', 'antd/es/_util/PurePanel.js'],
    ['zod/v4/classic/schemas.js', 'json-schema', 'zod/v4/core/to-json-schema.js'],
  ])('replaces unused modules in %s: %s', (importer, stub, whole) => {
    expect(imports.get(importer)).toContain(`\0stub:${stub}`);
    expect(imports.get(importer)).not.toContain(whole);
  });

  test('every stub matches an import', () => {
    const met = [...imports.keys()].filter((id) => id.startsWith('\0stub:'));
    expect(met.sort()).toEqual(stubs.map((name) => `\0stub:${name}`).sort());
  });

  test('leaves out nothing that a screen uses', () => {
    const root = path.resolve(import.meta.dirname, '../..');
    const used = ['apps/console/src', 'apps/desk/src', 'packages/ui/src'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(
          (file) =>
            file.endsWith('.tsx') && leftOut.test(readFileSync(path.join(root, folder, file), 'utf8')),
        )
        .map((file) => `${folder}/${file}`),
    );
    expect(used).toEqual([]);
    for (const element of [
      '<Input.Search',
      '<Input.OTP',
      '<Badge.Ribbon',
      '<Tag.CheckableTag',
      '<Space.Addon',
    ])
      expect(leftOut.test(element)).toBe(true);
  });

  test('leaves the rest of a library as it is', () => {
    for (const kept of [
      'antd/es/input/TextArea.js',
      'antd/es/table/hooks/useSorter.js',
      'zod/v4/core/checks.js',
    ])
      expect([...imports.keys()]).toContain(kept);
  });

  test('a control brings only the form library’s context along', () => {
    expect(imports.get('antd/es/form/context.js')).toContain('@rc-component/form/es/FormContext.js');
    expect(imports.get('antd/es/form/context.js')).not.toContain('@rc-component/form/es/index.js');
  });

  test('removes unused parts of the schema library, which still parses and validates addresses', async () => {
    const whole = await readFile(schemas.file, 'utf8');
    for (const gone of [/\.processJSONSchema = /, /^ +jwt\(params\) \{/m]) {
      expect(whole).toMatch(gone);
      expect(schemas.lean).not.toMatch(gone);
    }
    expect(schemas.lean).toContain('export function email(');
    expect(() => parseAst(schemas.lean)).not.toThrow();
  });
});
