/** Calls of the subject "Videos": method and path, without schemas. */
import { get, post, put, remove } from '../definition/methods.ts';

export const listVideos = get('listVideos', '/api/videos');
export const createVideo = post('createVideo', '/api/videos', { idempotent: true, stale: ['videos'] });
export const updateVideo = put('updateVideo', '/api/videos', { stale: ['videos'] });
export const getVideo = get('getVideo', '/api/videos/{id}');
export const deleteVideo = remove('deleteVideo', '/api/videos/{id}', { stale: ['videos'] });
