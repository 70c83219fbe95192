import { defineResource, id, label, ref } from '@drawbridge/resource'

export const favoriteAsset = defineResource('assets/favorite-assets', {
  label: label('收藏的资产', 'Favorite asset'),
  model: 'favoriteasset',
  title: '{asset}',
  scope: 'own',
  owner: 'user',
  may: { read: ['user'], write: ['user'] },
  order: ['id'],
  unique: [['user', 'asset']],
  audited: false,
  fields: {
    id: id(),
    user: ref('users/users', label('用户', 'User'), { readOnly: true, whenTargetGoes: 'cascade', anywhere: true }),
    asset: ref('assets/assets', label('资产', 'Asset'), {
      required: true,
      filter: true,
      anywhere: true,
      whenTargetGoes: 'cascade',
    }),
  },
})
