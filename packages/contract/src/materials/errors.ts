import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const materialsErrors = {
  'material.has-no-file': errorEntry(400, '该素材没有文件', 'The material has no file'),
  'material.not-found': errorEntry(404, '素材不存在', 'The material does not exist'),
  'material.too-many': errorEntry(
    422,
    '素材数量已达上限',
    'You have reached the maximum number of materials',
  ),
  'material.storage-full': errorEntry(
    422,
    '素材文件已占满 {limitMb} MB 存储空间，请先删除不需要的素材',
    'Files of materials may take {limitMb} MB in all; delete some that are not needed first',
  ),
  'material.in-use': errorEntry(
    409,
    '素材正在使用中，无法删除：{names}',
    'The material is in use and can’t be deleted: {names}',
  ),
  'material.type-fixed': errorEntry(409, '素材类型不可修改', 'The type of a material can’t be changed'),
  'material.file-not-found': errorEntry(
    404,
    '文件不存在或已用于其他素材，请重新上传',
    'The file does not exist or belongs to another material; upload it again',
  ),
  'material.file-of-other-type': errorEntry(
    400,
    '文件与素材类型不符',
    'The file doesn’t fit the type of the material',
  ),
  'material.request-id-taken': errorEntry(
    409,
    '该请求编号已用于其他内容',
    'This request ID was already used for something else',
  ),
  'material.group-not-found': errorEntry(404, '分组不存在', 'The group does not exist'),
  'material-group.name-taken': errorEntry(409, '已有同名分组', 'A group of this name already exists'),
  'material-group.too-many': errorEntry(
    422,
    '分组数量已达上限',
    'You have reached the maximum number of groups',
  ),
} as const satisfies Record<string, ErrorEntry>;
