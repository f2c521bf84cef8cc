/* The tiles of a solve and the queue that they wait in.
 *
 * Distances are counted in half-units (5 and 7 times the cost; all distances are even). A tile's
 * own are 16 bits wide, relative to its base; those on its borders, which tiles tell each other,
 * are 32 bits wide and absolute. */
#ifndef THRONG_INTEGRATION_TILES_H
#define THRONG_INTEGRATION_TILES_H

#include "cost/tiles.h"

#define THRONG_TILE_CELLS (THRONG_TILE * THRONG_TILE)

/* The largest half-unit: twice it is the largest distance, 4294967294. */
#define THRONG_HALF_MAX 0x7fffffffu

/* A tile that was visited waits for further improvements to gather. Measured on noise of 20 %
 * walls, 1024 x 1024: 3.6 visits a tile without it, 3.2 with 100; time changes by less than 3 %
 * from 50 to 200. */
#define THRONG_TILE_DELAY 100u

enum { THRONG_SIDE_TOP, THRONG_SIDE_BOTTOM, THRONG_SIDE_LEFT, THRONG_SIDE_RIGHT };

#define THRONG_NO_GOAL UINT32_MAX

/* Visits per tile until the bucket queue takes over, which bounds the worst case. Measured: 1 to 5
 * on open ground and game maps, up to 22 in mazes, 32 in a spiral. */
#define THRONG_VISITS_PER_TILE 40

/* Most threads that share a solve; on maps of 1024 x 1024 there are seldom more than 16 tiles in a
 * round. */
#define THRONG_TILE_WORKERS 16

typedef enum throng_tile_stage {
    THRONG_TILE_ASLEEP, /* its memory holds nothing of this solve */
    THRONG_TILE_AWAKE,  /* borders hold something, values nothing */
    THRONG_TILE_VISITED
} throng_tile_stage;

/* Borders are in the order of slots, by THRONG_SIDE_*. */
typedef struct throng_tile {
    uint32_t best[4][THRONG_TILE]; /* of the own cells, with what neighbours offered */
    uint32_t told[4][THRONG_TILE]; /* what the neighbours know */
    uint32_t base;
    uint32_t key;        /* the least value that changed for this tile since its last visit */
    uint32_t priority;   /* the key, delayed after the first visit */
    int32_t queue_index; /* -1: does not wait */
    uint8_t stage;       /* throng_tile_stage */
    uint8_t news;        /* a bit per side with something new in `best` */
    bool lost_some;      /* values near the window's end may have lost successors */
    bool is_written;     /* the window slid: a part of the result is in the output */
    uint32_t goal;       /* the first cell of the chain of its goals; THRONG_NO_GOAL: none */
    uint32_t far;        /* half of the least initial value that the window has no room for */
    uint8_t padding[32];
} throng_tile;

/* Tiles beside each other that are written together, row by row, so that a row of the output is a
 * page of memory: on maps of 1024 x 1024 that takes a third of the time off the output. */
#define THRONG_GROUP 16

/* The first cell in a row of halves; it has room for the cells before and after. */
#define THRONG_HALVES_FIRST 64

/* Halves of the distances of a row of a group of tiles, without their upper bits. */
typedef union throng_halves {
    uint8_t bytes[THRONG_GROUP * THRONG_TILE + 2 * THRONG_HALVES_FIRST];
    uint16_t shorts[THRONG_GROUP * THRONG_TILE + 2 * THRONG_HALVES_FIRST];
} throng_halves;

/* Cells (x, y) .. (x + count - 1, y), and the cell beside each end. All bits are set where no way
 * leads; what lies off the map may be anything. */
typedef struct throng_halves_rows {
    int32_t x, y, count;
    bool is_cheap; /* no cell there costs more than THRONG_CHEAP: bytes, the others have shorts */
    const throng_halves *north, *own, *south;
} throng_halves_rows;

/* The halves of neighbours are within a byte of each other: 7 * (18 + 18) = 252. */
#define THRONG_CHEAP 18

/* What a visit works on; small enough for the first cache. */
typedef struct throng_tile_scratch {
    uint16_t transposed[THRONG_TILE_CELLS];
    union {
        /* 5 and 7 times the cost by orientation, row and slot, 65535 on walls. */
        struct {
            uint16_t straight[2][THRONG_TILE][THRONG_TILE], diagonal[2][THRONG_TILE][THRONG_TILE];
        };
        throng_halves halves[5]; /* after the last visit */
    };
    uint16_t wall[2][THRONG_TILE][THRONG_TILE]; /* 65535 on walls, else 0; not by AVX-512 */
} throng_tile_scratch;

typedef struct throng_tiles {
    uint64_t capacity; /* 0 for contexts whose kernels do not use tiles */
    throng_tile *tile;
    uint16_t (*values)[THRONG_TILE_CELLS];
    throng_tile_scratch *scratch; /* one for each thread of a solve */
    int32_t scratch_count;
    int32_t *queue; /* a binary heap of tiles by priority */
    int32_t queue_count;
    int32_t visits_per_tile; /* THRONG_VISITS_PER_TILE, less in tests of what comes then */
} throng_tiles;

typedef struct throng_solver throng_solver;

/* Takes the memory for `count` tiles if the context's kernels use them. */
bool throng_tiles_take(throng_solver *solver, uint64_t count);
void throng_tiles_give(throng_solver *solver);

/* Puts tiles begin .. end - 1 to sleep; none waits. */
void throng_tiles_clear(throng_tiles *tiles, int32_t begin, int32_t end);

/* Lets a tile wait for a visit; `key` is the least value that changed for it. */
void throng_tiles_push(throng_tiles *tiles, int32_t tile, uint32_t key);

/* The waiting tile with the least priority, of at least one. */
int32_t throng_tiles_pop(throng_tiles *tiles);

#endif
