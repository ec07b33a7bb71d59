/** Calls of the subject "Videos": method and path, without schemas. */
export const listVideos = { id: 'listVideos', method: 'GET', path: '/api/videos' } as const;
export const createVideo = {
  id: 'createVideo',
  method: 'POST',
  path: '/api/videos',
  idempotent: true,
  stale: ['videos'],
} as const;
export const updateVideo = { id: 'updateVideo', method: 'PUT', path: '/api/videos', stale: ['videos'] } as const;
export const getVideo = { id: 'getVideo', method: 'GET', path: '/api/videos/{id}' } as const;
export const deleteVideo = {
  id: 'deleteVideo',
  method: 'DELETE',
  path: '/api/videos/{id}',
  stale: ['videos'],
} as const;
