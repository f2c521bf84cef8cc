/*
 * throng: crowds through grid worlds.
 *
 *     cost -> integration -> flow -> sample -> crowd (neighbours -> steer -> move)
 *
 * Each header is one step of that pipeline and is its manual. All of them may be included alone.
 */
#ifndef THRONG_THRONG_H
#define THRONG_THRONG_H

#include <throng/base.h>
#include <throng/behaviour.h>
#include <throng/builder.h>
#include <throng/cache.h>
#include <throng/congestion.h>
#include <throng/context.h>
#include <throng/cost.h>
#include <throng/crowd.h>
#include <throng/danger.h>
#include <throng/flow.h>
#include <throng/integration.h>
#include <throng/path.h>
#include <throng/regions.h>
#include <throng/sample.h>
#include <throng/save.h>
#include <throng/sight.h>
#include <throng/terrain.h>

#endif
